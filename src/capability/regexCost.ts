// How the steps of a regular expression grow with the text when it fails, bounded from above. Pure.
import { ANY, firstOf, regexTree, type Choices, type Item, type Mask } from './regexTree.ts';

export interface RegexCost {
  /** The steps grow at most with this power of the text's length; infinite where they may double with each character. */
  readonly power: number;
  /** Times the ways to go that do not depend on the length. */
  readonly ways: number;
  /** Repetitions without an end that stand side by side and can take each other's characters, at most. */
  readonly adjacent: number;
}

/** From this many characters on, a bounded repetition counts as one without an end. */
const MANY_TIMES = 100;

/**
 * The cost of an expression. Where the next character decides whether to repeat or go on, and which alternative to
 * take, there is one way; elsewhere an end that fails is tried again for each way to get there.
 */
export function regexCost(pattern: string): RegexCost {
  const costs = regexTree(pattern).map(fromTheStart);
  return {
    power: Math.max(1, ...costs.map(({ open, peak }) => Math.max(open, peak))),
    ways: costs.reduce((total, { ways }) => total + ways, 0) - costs.length + 1,
    adjacent: Math.max(0, ...costs.map(({ adjacent }) => adjacent)),
  };
}

interface Cost {
  /** Repetitions whose number of turns is open: any of several fits what comes next. */
  readonly open: number;
  /** The highest power on the way. A repetition whose end the next character tells adds to it, and leaves nothing open. */
  readonly peak: number;
  /** The highest power of what only looks: it takes no characters, so each place of the text can pay for all of it. */
  readonly looks: number;
  readonly ways: number;
  readonly adjacent: number;
  /** Characters it takes at most, those of repetitions without an end left out. */
  readonly span: number;
}

const NOTHING: Cost = { open: 0, peak: 0, looks: 0, ways: 1, adjacent: 0, span: 0 };

function fromTheStart(items: readonly Item[]): Cost {
  const cost = sequence(neededOf(items), 0n);
  const [{ what } = { what: undefined }] = items;
  // Without an anchor every place of the text is a start, which is one more open repetition.
  if (cost.peak === 0 || (what?.kind === 'assert' && what.text === '^')) return cost;
  return { ...cost, open: cost.open + 1, peak: cost.peak + 1 };
}

/** Without the end that cannot fail: once the rest fits, any number of turns of it will do. */
function neededOf(items: readonly Item[]): readonly Item[] {
  const last = items.at(-1);
  if (last?.what.kind !== 'atom') return items;
  return last.least === 0 ? neededOf(items.slice(0, -1)) : [...items.slice(0, -1), { ...last, most: last.least }];
}

function sequence(items: readonly Item[], behind: Mask): Cost {
  let total = NOTHING;
  let side = 0;
  items.forEach((one, at) => {
    const cost = repeated(one, firstOf(items.slice(at + 1), behind));
    side = cost.open > 0 ? side + 1 : one.canBeEmpty ? side : 0;
    const isLook = one.what.kind === 'ahead' || one.what.kind === 'behind';
    const span = total.span + cost.span;
    total = {
      open: total.open + cost.open,
      peak: Math.max(total.peak, total.open + cost.peak, span > MANY_TIMES ? total.open + 1 : 0),
      looks: Math.max(total.looks, cost.looks),
      // A look is not gone back into once it has succeeded.
      ways: isLook ? Math.max(total.ways, cost.ways) : total.ways * cost.ways,
      adjacent: Math.max(total.adjacent, cost.adjacent, side),
      span,
    };
  });
  return total;
}

function repeated(item: Item, behind: Mask): Cost {
  const { what, least, most, first } = item;
  if (what.kind === 'assert' || most === 0) return NOTHING;
  if (what.kind === 'ahead' || what.kind === 'behind') return looking(what);
  // Behind one turn comes the next.
  const inner = what.kind === 'atom' ? { ...NOTHING, span: 1 } : alternatives(what.choices, most > 1 ? behind | first : behind);
  const isOpen = most > least && (first & behind) !== 0n;
  const span = inner.span === 0 ? 0 : inner.span * most;
  if (most === Infinity || (most > least && span > MANY_TIMES)) {
    if (inner.open > 0 || inner.ways > 1) return { ...inner, open: Infinity, peak: Infinity, span: 0 };
    // The turns of what is inside share the text between them.
    return { ...inner, open: isOpen ? 1 : 0, peak: 1 + inner.looks, span: 0 };
  }
  const ways = inner.ways ** most * (isOpen ? most - least + 1 : 1);
  return { ...inner, open: inner.open * most, peak: inner.peak + (most > 1 ? inner.open * (most - 1) : 0), ways, span };
}

/** Behind a look anything may come. What looks back is run from its end, where no next character tells anything. */
function looking({ kind, choices }: Extract<Item['what'], { readonly choices: Choices }>): Cost {
  const { peak, ways, adjacent, span } = alternatives(choices, ANY);
  const power = kind === 'behind' && (peak > 0 || ways > 1) ? Infinity : peak;
  return { open: 0, peak: power, looks: power, ways, adjacent, span };
}

function alternatives(choices: Choices, behind: Mask): Cost {
  const costs = choices.map((items) => sequence(items, behind));
  const most = (of: (cost: Cost) => number): number => Math.max(...costs.map(of));
  const isPlain = choices.every((one, at) => choices.slice(at + 1).every((other) => beginDifferently(one, other, behind)));
  return {
    open: most(({ open }) => open),
    peak: most(({ peak }) => peak),
    looks: most(({ looks }) => looks),
    ways: isPlain ? most(({ ways }) => ways) : costs.reduce((total, { ways }) => total + ways, 0),
    adjacent: most(({ adjacent }) => adjacent),
    span: most(({ span }) => span),
  };
}

/** Whether no text fits the beginnings of both: at some place before any choice of length their characters differ. */
function beginDifferently(one: readonly Item[], other: readonly Item[], behind: Mask): boolean {
  for (let at = 0; at <= Math.min(one.length, other.length); at += 1) {
    if ((firstOf(one.slice(at), behind) & firstOf(other.slice(at), behind)) === 0n) return one.length + other.length > 0;
    if (![one[at], other[at]].every((item) => item?.what.kind === 'atom' && item.least === 1 && item.most === 1)) return false;
  }
  return false;
}

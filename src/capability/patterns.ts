// Regular expressions of schemas: which are accepted, and the form in which they are run. Pure.
import { regexCost, type RegexCost } from './regexCost.ts';
import { regexTokens, type RegexToken } from './regexTokens.ts';

const PATTERN_MAX_CHARS = 2_000;
/** Quantifiers an expression may have; each may cost another pass over the text. */
const QUANTIFIERS_MAX = 40;
/** Steps one expression may take on one text, well below a second. */
const STEPS_MAX = 10_000_000;
/** Ways to go, whatever the text: what alternatives and bounded repetitions multiply to. */
const WAYS_MAX = 1_000;
/** Repetitions in each other's way, by which the steps multiply with the length; more would leave room for a word only. */
const POWER_MAX = 3;
const ADJACENT_MAX = 2;

/** What is wrong with an expression of a schema, as the end of a sentence; undefined where it may be used. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern.length > PATTERN_MAX_CHARS) return `must have at most ${PATTERN_MAX_CHARS} characters`;
  const unicode = unicodePattern(pattern);
  if (unicode === undefined) return 'must be a regular expression of ECMA-262';
  if (regexTokens(unicode).filter(({ kind }) => kind === 'quantifier').length > QUANTIFIERS_MAX) {
    return `must have at most ${QUANTIFIERS_MAX} quantifiers: it could run for ever`;
  }
  const { power, ways, adjacent } = costOf(unicode);
  if (power === Infinity) return 'must not repeat what can fit one text in several ways, such as (a+)+ or (a|aa)+: it could run for ever';
  if (!(ways <= WAYS_MAX)) return 'must not have so many alternatives or optional parts that fit alike, such as (a|a){20}: it could run for ever';
  return !(power <= POWER_MAX) || adjacent > ADJACENT_MAX
    ? 'must not have so many repetitions that can take the same characters, such as .*.*.*x: it could run for ever'
    : undefined;
}

/** The longest text, in characters, that an accepted expression in the `u` form is applied to; infinite where any is fast. */
export function textCharsMax(unicode: string): number {
  const { power, ways } = costOf(unicode);
  return power === 1 && ways === 1 ? Infinity : Math.floor((STEPS_MAX / ways) ** (1 / power));
}

const NO_COST: RegexCost = { power: 1, ways: 1, adjacent: 0 };

/** Without quantifier and choice there is one way only. */
function costOf(unicode: string): RegexCost {
  return /[*+?{|]/.test(unicode) ? regexCost(unicode) : NO_COST;
}

/**
 * The expression in the form that the `u` flag demands; undefined where it is none at all. Without the flag a
 * needless backslash (`\-`, `\"`), `[\w-.]` and a lone brace are allowed, and schemas in the wild have them.
 */
export function unicodePattern(pattern: string): string | undefined {
  if (compiles(pattern, 'u')) return pattern;
  if (!compiles(pattern, '')) return undefined;
  const mended = regexTokens(pattern).map(mend).join('');
  return compiles(mended, 'u') ? mended : undefined;
}

function mend({ kind, text }: RegexToken): string {
  if (kind === 'alone') return `\\${text}`;
  if (kind !== 'atom') return text;
  if (!text.startsWith('[')) return bare(text, false);
  const body = text.slice(1, -1).replace(/\\[^]/gu, (escape) => bare(escape, true));
  // Beside \w and its kin a hyphen makes no range.
  return `[${body.replace(/(\\[dDwWsS])-(?!$)/g, '$1\\-').replace(/(?<=[^\\^])-(?=\\[dDwWsS])/g, '\\-')}]`;
}

/** An escape without its backslash where the flag forbids it: before punctuation that means nothing. */
function bare(escape: string, inClass: boolean): string {
  if (!/^\\[^\w\s]$|^\\[_ ]$/u.test(escape)) return escape;
  return /[\^$\\.*+?()[\]{}|/]/.test(escape[1] as string) || (inClass && escape[1] === '-') ? escape : escape.slice(1);
}

function compiles(pattern: string, flags: '' | 'u'): boolean {
  try {
    new RegExp(pattern, flags);
    return true;
  } catch {
    return false;
  }
}

// The tree of a regular expression, as far as backtracking depends on it. For expressions that compile with the `u` flag. Pure.
import { leastTimes, mostTimes, regexTokens, type RegexToken } from './regexTokens.ts';

/** Which characters of the sample an atom matches, a bit each; all bits where that is not known. */
export type Mask = bigint;

export interface Item {
  readonly what:
    | { readonly kind: 'atom' }
    | { readonly kind: 'group' | 'ahead' | 'behind'; readonly choices: Choices }
    | { readonly kind: 'assert'; readonly text: string };
  readonly least: number;
  readonly most: number;
  /** How the next character can look where this item takes one. */
  readonly first: Mask;
  readonly canBeEmpty: boolean;
}

export type Choices = readonly (readonly Item[])[];

/** Any character may come: what an unknown rest begins with. */
export const ANY: Mask = -1n;

/** The alternatives of an expression. */
export function regexTree(pattern: string): Choices {
  const tokens = regexTokens(pattern);
  const masks = sampled(tokens);
  let at = 0;
  const choices = (): Choices => {
    const found: Item[][] = [[]];
    for (let token = tokens[at]; token !== undefined && token.kind !== 'close'; token = tokens[at]) {
      at += 1;
      if (token.kind === 'or') found.push([]);
      else found.at(-1)?.push(item(token));
    }
    at += 1;
    return found;
  };
  const item = ({ kind, text }: RegexToken): Item => {
    const isLook = kind === 'open' && /^\(\?<?[=!]/.test(text);
    const inner = kind === 'open' ? choices() : [];
    const quantifier = tokens[at]?.kind === 'quantifier' ? tokens[at]?.text : undefined;
    if (quantifier !== undefined) at += 1;
    const least = quantifier === undefined ? 1 : leastTimes(quantifier);
    const most = quantifier === undefined ? 1 : mostTimes(quantifier);
    if (kind === 'open') {
      const canBeEmpty = isLook || least === 0 || inner.some((items) => items.every((one) => one.canBeEmpty));
      const first = isLook ? 0n : inner.reduce((mask, items) => mask | firstOf(items, 0n), 0n);
      return { what: { kind: isLook ? (text.startsWith('(?<') ? 'behind' : 'ahead') : 'group', choices: inner }, least, most, first, canBeEmpty };
    }
    if (kind === 'assert') return { what: { kind: 'assert', text }, least, most, first: 0n, canBeEmpty: true };
    const mask = masks.get(text) ?? ANY;
    return { what: { kind: 'atom' }, least, most, first: mask, canBeEmpty: least === 0 || isReference(text) };
  };
  return choices();
}

/** How a sequence can begin; where it can be empty, also what comes behind it. */
export function firstOf(items: readonly Item[], behind: Mask): Mask {
  let mask = 0n;
  for (const one of items) {
    mask |= one.first;
    if (!one.canBeEmpty) return mask;
  }
  return mask | behind;
}

function isReference(atom: string): boolean {
  return /^\\(?:[1-9]|k)/.test(atom);
}

/** Tries each atom once on the characters that patterns are about and on those of this one. */
function sampled(tokens: readonly RegexToken[]): ReadonlyMap<string, Mask> {
  const atoms = new Set(tokens.flatMap(({ kind, text }) => (kind === 'atom' ? [text] : [])));
  const named = [...atoms].flatMap((atom) => [...atom]);
  const sample = [...new Set([...SAMPLE, ...named])];
  return new Map(Array.from(atoms, (atom) => [atom, maskOf(atom, sample)]));
}

function maskOf(atom: string, sample: readonly string[]): Mask {
  // What a back reference matches depends on the text.
  if (isReference(atom)) return ANY;
  const only = new RegExp(`^${atom}$`, 'u');
  const mask = BigInt(`0b${sample.map((character) => (only.test(character) ? '1' : '0')).join('')}`);
  // Of an atom that no character of the sample fits, nothing is known.
  return mask === 0n ? ANY : mask;
}

/** Latin with its signs, and one character each of other scripts, planes and kinds of space. */
const SAMPLE = [...Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code)), ...'αЖאعคあ漢한\u2028\u3000😀𐍈'];

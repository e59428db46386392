// Which repetitions of a regular expression can multiply each other. For expressions that compile with the `u` flag. Pure.
import { isExact, mostTimes, type RegexToken } from './regexTokens.ts';

/**
 * The expression without the quantifiers that add no choice, so that what is left of nesting is harmful: an exact
 * count, an optional group that stands in no other, and a repeated group that its own separator delimits, such as
 * `(-[a-z]+)*`: there is one way only to cut a text into such pieces.
 */
export function withoutHarmless(tokens: readonly RegexToken[]): string {
  const matches = sampled(tokens);
  const kept: string[] = [];
  let depth = 0;
  for (let at = 0; at < tokens.length; at += 1) {
    const { kind, text } = tokens[at] as RegexToken;
    const before = tokens[at - 1];
    const end = kind === 'open' ? endOfDelimited(tokens, at, matches) : undefined;
    if (end !== undefined) {
      kept.push('a');
      at = end;
      continue;
    }
    if (kind === 'open') depth += 1;
    if (kind === 'close') depth -= 1;
    if (kind === 'quantifier' && before?.kind !== 'close' && isExact(text)) continue;
    if (kind === 'quantifier' && before?.kind === 'close' && depth === 0 && mostTimes(text) === 1) continue;
    kept.push(plainToken(tokens[at] as RegexToken));
  }
  return kept.join('');
}

/** safe-regex2 does not know every group of the language; for nesting any of them will do. */
function plainToken({ kind, text }: RegexToken): string {
  if (kind === 'open') return '(?:';
  return kind === 'atom' || kind === 'alone' ? 'a' : text;
}

/**
 * Where a repeated flat group ends whose first or last atom no other atom of it can match. With one choice of length
 * at most: in `(-a+a*)*` each piece has several ways, and the pieces multiply them.
 */
function endOfDelimited(tokens: readonly RegexToken[], open: number, matches: Matches): number | undefined {
  const end = tokens.findIndex(({ kind }, at) => at > open && kind === 'close');
  const inside = tokens.slice(open + 1, end);
  if (end < 0 || tokens[end + 1]?.kind !== 'quantifier' || inside.some(({ kind }) => kind !== 'atom' && kind !== 'quantifier')) return undefined;
  if (inside.filter(({ kind, text }) => kind === 'quantifier' && !isExact(text)).length > 1) return undefined;
  const atoms = inside.flatMap(({ kind, text }, at) => (kind === 'atom' ? [{ text, once: inside[at + 1]?.kind !== 'quantifier' }] : []));
  const delimits = (one: number) =>
    atoms[one]?.once === true && atoms.every(({ text }, at) => at === one || !overlap(text, atoms[one]?.text ?? '', matches));
  return delimits(0) || delimits(atoms.length - 1) ? end : undefined;
}

/** Whether a repeated flat group has two alternatives of which one may begin the other: (a|a)*, (a|aa)*, (\w|\d)*. */
export function isAmbiguousChoice(tokens: readonly RegexToken[]): boolean {
  const matches = sampled(tokens);
  return tokens.some(({ kind }, open) => {
    if (kind !== 'open') return false;
    const end = tokens.findIndex((token, at) => at > open && (token.kind === 'close' || token.kind === 'open'));
    const quantifier = tokens[end + 1];
    if (tokens[end]?.kind !== 'close' || quantifier?.kind !== 'quantifier' || mostTimes(quantifier.text) <= 10) return false;
    const choices = alternatives(tokens.slice(open + 1, end));
    return choices.some((one, at) => choices.slice(at + 1).some((other) => mayBeginAlike(one, other, matches)));
  });
}

function alternatives(tokens: readonly RegexToken[]): RegexToken[][] {
  const found: RegexToken[][] = [[]];
  for (const token of tokens) {
    if (token.kind === 'or') found.push([]);
    else found.at(-1)?.push(token);
  }
  return found;
}

function mayBeginAlike(one: readonly RegexToken[], other: readonly RegexToken[], matches: Matches): boolean {
  for (let at = 0; at < Math.min(one.length, other.length); at += 1) {
    const [left, right] = [one[at] as RegexToken, other[at] as RegexToken];
    if (left.kind !== 'atom' || right.kind !== 'atom') return true;
    if (!overlap(left.text, right.text, matches)) return false;
    // From a quantifier on, positions no longer correspond.
    if (one[at + 1]?.kind === 'quantifier' || other[at + 1]?.kind === 'quantifier') return true;
  }
  return true;
}

/** By the text of an atom, which characters of the sample it matches, a bit each; -1, all bits, where that is not known. */
type Matches = ReadonlyMap<string, bigint>;

/** Whether two atoms can match one and the same character. */
function overlap(one: string, other: string, matches: Matches): boolean {
  return ((matches.get(one) ?? -1n) & (matches.get(other) ?? -1n)) !== 0n;
}

/** Tries each atom once on the characters that patterns are about and on those of this one. */
function sampled(tokens: readonly RegexToken[]): Matches {
  const atoms = new Set(tokens.flatMap(({ kind, text }) => (kind === 'atom' ? [text] : [])));
  const sample = [...SAMPLE, ...[...atoms].filter((atom) => [...atom].length === 1)];
  return new Map(Array.from(atoms, (atom) => [atom, matchesOf(atom, sample)]));
}

function matchesOf(atom: string, sample: readonly string[]): bigint {
  // What a back reference matches depends on the text.
  if (/^\\(?:[1-9]|k)/.test(atom)) return -1n;
  const only = new RegExp(`^${atom}$`, 'u');
  return BigInt(`0b${sample.map((character) => (only.test(character) ? '1' : '0')).join('')}`);
}

/** Latin with its signs, and one character each of other scripts, planes and kinds of space. */
const SAMPLE = [...Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code)), ...'αЖאعคあ漢한\u2028\u3000😀𐍈'];

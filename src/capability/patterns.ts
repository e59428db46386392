// Regular expressions of schemas: which are accepted, and the form in which they are run. Pure.
import safeRegex from 'safe-regex2';
import { isExact, mostTimes, regexTokens, type RegexToken } from './regexTokens.ts';

const PATTERN_MAX_CHARS = 2_000;
/** Quantifiers an expression may have; each may cost another pass over the text. */
const QUANTIFIERS_MAX = 40;

/** What is wrong with an expression of a schema, as the end of a sentence; undefined where it may be used. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern.length > PATTERN_MAX_CHARS) return `must have at most ${PATTERN_MAX_CHARS} characters`;
  if (unicodePattern(pattern) === undefined) return 'must be a regular expression of ECMA-262';
  const tokens = regexTokens(pattern);
  if (!safeRegex(withoutHarmless(tokens), { limit: QUANTIFIERS_MAX })) {
    return `must have no nested quantifiers such as (a+)+, and at most ${QUANTIFIERS_MAX} quantifiers: it could run for ever`;
  }
  return repeatsAmbiguousChoice(tokens) ? 'must not repeat alternatives that begin alike, such as (a|aa)+: it could run for ever' : undefined;
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

/**
 * The expression without the quantifiers that add no choice, so that what is left of nesting is harmful: an exact
 * count, an optional group that stands in no other, and a repeated group that its own separator delimits, such as
 * `(-[a-z]+)*`: there is one way only to cut a text into such pieces.
 */
function withoutHarmless(tokens: readonly RegexToken[]): string {
  const kept: string[] = [];
  let depth = 0;
  for (let at = 0; at < tokens.length; at += 1) {
    const { kind, text } = tokens[at] as RegexToken;
    const before = tokens[at - 1];
    const end = kind === 'open' ? endOfDelimited(tokens, at) : undefined;
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
function endOfDelimited(tokens: readonly RegexToken[], open: number): number | undefined {
  const end = tokens.findIndex(({ kind }, at) => at > open && kind === 'close');
  const inside = tokens.slice(open + 1, end);
  if (end < 0 || tokens[end + 1]?.kind !== 'quantifier' || inside.some(({ kind }) => kind !== 'atom' && kind !== 'quantifier')) return undefined;
  if (inside.filter(({ kind, text }) => kind === 'quantifier' && !isExact(text)).length > 1) return undefined;
  const atoms = inside.flatMap(({ kind, text }, at) => (kind === 'atom' ? [{ text, once: inside[at + 1]?.kind !== 'quantifier' }] : []));
  const delimits = (one: number) => atoms[one]?.once === true && atoms.every(({ text }, at) => at === one || !overlap(text, atoms[one]?.text ?? ''));
  return delimits(0) || delimits(atoms.length - 1) ? end : undefined;
}

/** Whether a repeated flat group has two alternatives of which one may begin the other: (a|a)*, (a|aa)*, (\w|\d)*. */
function repeatsAmbiguousChoice(tokens: readonly RegexToken[]): boolean {
  return tokens.some(({ kind }, open) => {
    if (kind !== 'open') return false;
    const end = tokens.findIndex((token, at) => at > open && (token.kind === 'close' || token.kind === 'open'));
    const quantifier = tokens[end + 1];
    if (tokens[end]?.kind !== 'close' || quantifier?.kind !== 'quantifier' || mostTimes(quantifier.text) <= 10) return false;
    const choices = alternatives(tokens.slice(open + 1, end));
    return choices.some((one, at) => choices.slice(at + 1).some((other) => mayBeginAlike(one, other)));
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

function mayBeginAlike(one: readonly RegexToken[], other: readonly RegexToken[]): boolean {
  for (let at = 0; at < Math.min(one.length, other.length); at += 1) {
    const [left, right] = [one[at] as RegexToken, other[at] as RegexToken];
    if (left.kind !== 'atom' || right.kind !== 'atom') return true;
    if (!overlap(left.text, right.text)) return false;
    // From a quantifier on, positions no longer correspond.
    if (one[at + 1]?.kind === 'quantifier' || other[at + 1]?.kind === 'quantifier') return true;
  }
  return true;
}

/** Whether two atoms can match one and the same character, tried on the characters that patterns are about. */
function overlap(one: string, other: string): boolean {
  const [left, right] = [one, other].map((atom) => unicodePattern(atom));
  // A back reference or half a surrogate pair: not known, so yes.
  if (left === undefined || right === undefined || /^\\(?:\d|k)/.test(one) || /^\\(?:\d|k)/.test(other)) return true;
  const both = new RegExp(`^(?=(?:${left})$)(?:${right})$`, 'u');
  return SAMPLE.some((character) => both.test(character)) || both.test(one) || both.test(other);
}

/** Latin with its signs, and one character each of other scripts, planes and kinds of space. */
const SAMPLE = [...Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code)), ...'αЖאعคあ漢한\u2028\u3000😀𐍈'];

function compiles(pattern: string, flags: '' | 'u'): boolean {
  try {
    new RegExp(pattern, flags);
    return true;
  } catch {
    return false;
  }
}

// Regular expressions of schemas: which are accepted, and the form in which they are run. Pure.
import safeRegex from 'safe-regex2';
import { isAmbiguousChoice, withoutHarmless } from './regexNesting.ts';
import { regexTokens, type RegexToken } from './regexTokens.ts';

const PATTERN_MAX_CHARS = 2_000;
/** Quantifiers an expression may have; each may cost another pass over the text. */
const QUANTIFIERS_MAX = 40;

/** What is wrong with an expression of a schema, as the end of a sentence; undefined where it may be used. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern.length > PATTERN_MAX_CHARS) return `must have at most ${PATTERN_MAX_CHARS} characters`;
  const unicode = unicodePattern(pattern);
  if (unicode === undefined) return 'must be a regular expression of ECMA-262';
  const tokens = regexTokens(unicode);
  if (!safeRegex(withoutHarmless(tokens), { limit: QUANTIFIERS_MAX })) {
    return `must have no nested quantifiers such as (a+)+, and at most ${QUANTIFIERS_MAX} quantifiers: it could run for ever`;
  }
  return isAmbiguousChoice(tokens) ? 'must not repeat alternatives that begin alike, such as (a|aa)+: it could run for ever' : undefined;
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

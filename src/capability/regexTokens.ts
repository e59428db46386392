// Cuts the text of a regular expression into tokens; knows enough grammar for that and no more. Pure.

export interface RegexToken {
  /** `atom` matches one character; `assert` none; `alone` closes nothing: a brace or bracket meant as a character. */
  readonly kind: 'atom' | 'open' | 'close' | 'or' | 'quantifier' | 'assert' | 'alone';
  readonly text: string;
}

const TOKEN =
  /(?<open>\((?:\?(?::|=|!|<=|<!|<[^>]*>|[ims-]+:))?)|(?<close>\))|(?<or>\|)|(?<quantifier>(?:[*+?]|\{\d+(?:,\d*)?\})\??)|(?<assert>[\^$]|\\[bB])|(?<atom>\\(?:u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[pP]\{[^}]*\}|k<[^>]*>|c[A-Za-z]|\d+|[^])|\[(?:\\[^]|[^\]\\])*\]|[^\]{}\\[])|(?<alone>[^])/gu;

/** The tokens of an expression, in order; together their texts are the whole of it. */
export function regexTokens(pattern: string): RegexToken[] {
  return Array.from(pattern.matchAll(TOKEN), (match) => {
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0] ?? 'alone';
    return { kind: kind as RegexToken['kind'], text: match[0] };
  });
}

/** The most times a quantifier repeats. */
export function mostTimes(quantifier: string): number {
  if (quantifier.startsWith('?')) return 1;
  const [, least = '', comma, most = ''] = /^\{(\d+)(?:(,)(\d*))?\}/.exec(quantifier) ?? [];
  if (least === '') return Infinity;
  return comma === undefined ? Number(least) : most === '' ? Infinity : Number(most);
}

/** The least times a quantifier repeats. */
export function leastTimes(quantifier: string): number {
  if (quantifier.startsWith('+')) return 1;
  return Number(/^\{(\d+)/.exec(quantifier)?.[1] ?? 0);
}

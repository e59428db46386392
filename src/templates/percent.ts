// Percent-encoding by RFC 3986. Encoders take well-formed text: half of a surrogate pair has no UTF-8 form. Pure.

/** All but the unreserved characters (RFC 3986 2.3) encoded, so the text can end or begin nothing in a URL or form. */
export function encodeUnreserved(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

/**
 * Reserved characters and complete triplets stay (RFC 6570 3.2.3), all else is encoded, a lone `%` too. The apostrophe
 * is encoded as well: the URL parser would do so in a query, and what is sent must be what was checked.
 */
export function encodeReserved(text: string): string {
  return text
    .split(/(%[0-9A-Fa-f]{2})/)
    .map((piece, at) => (at % 2 === 1 ? piece : encodeURI(piece).replaceAll('%5B', '[').replaceAll('%5D', ']')))
    .join('')
    .replaceAll("'", '%27');
}

/** The text as a template's author wrote it, with only that encoded which the URL parser would encode in a path. */
export function encodeLiteral(text: string): string {
  return text.replace(/[^!$%&'()*+,\-./0-9:;=?@A-Z[\]_a-z|~]/gu, encodeUnreserved);
}

/** Whether a `%` stands in the text without two hexadecimal digits. */
export function hasBrokenTriplet(text: string): boolean {
  return /%(?![0-9A-Fa-f]{2})/.test(text);
}

/**
 * Every percent-encoded ASCII character decoded until none is left, at any depth (`%25252e` is `.`). No two triplets
 * overlap, so the order does not matter; one pass with a stack keeps it linear, where repeated passes would not be.
 */
export function decodeFully(text: string): string {
  if (!text.includes('%')) return text;
  const out: string[] = [];
  for (const unit of text.split('')) {
    out.push(unit);
    while (out.length >= 3 && out.at(-3) === '%') {
      const code = hexValue(out.at(-2)) * 16 + hexValue(out.at(-1));
      if (!(code < 0x80)) break;
      out.splice(-3, 3, String.fromCharCode(code));
    }
  }
  return out.join('');
}

function hexValue(digit = ''): number {
  return /^[0-9A-Fa-f]$/.test(digit) ? Number.parseInt(digit, 16) : Number.NaN;
}

/**
 * Whether a path, decoded in full and read by the most lenient of servers, holds a segment `.` or `..`: backslash as a
 * separator, path parameters (`..;x`), a second parse that begins a query, control characters and blanks dropped.
 */
export function hasDotSegment(path: string): boolean {
  return decodeFully(path)
    .split(/[/\\]/)
    .some((segment) => /^\.\.?$/.test(segment.replace(/[;?#][^]*$/, '').replace(/[\u0000-\u0020\u007f]/g, '')));
}

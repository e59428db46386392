// One byte range of a Range header (RFC 9110 section 14.1.2). Pure.

/** Both ends belong to the range. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The range that a header asks of a body of `size` bytes. undefined: none, another unit, more than one range or not a
 * range at all; the header is then ignored, as the RFC allows, and the whole body answers.
 */
export function parseRange(header: string, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=[ \t]*(\d{0,16})-(\d{0,16})[ \t]*$/i.exec(header.trim());
  if (match === null) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

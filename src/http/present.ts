// The part of a result that a caller asked for: `select`, then `max_bytes` from `offset`. Nothing is cut inside an
// item, and what is left out is said with the address of the rest.
import { runQuery } from '../runners/functions/jmespath.ts';
import type { Json } from '../templates/parameters.ts';

export interface Wanted {
  /** JMESPath over the data. */
  readonly select?: string;
  /** Bytes of UTF-8 of the result's JSON, or of its text. */
  readonly maxBytes?: number;
  /** Items of a list, else bytes of the text. */
  readonly offset?: number;
}

export interface Presented {
  /** `data` or `result`, and `shown`, `total` where it is a part. */
  readonly members: Readonly<Record<string, Json>>;
  /** Offset of the rest; undefined where nothing is left. */
  readonly next?: number;
  readonly warnings: readonly string[];
}

/** Never throws: an expression that fails on this data gives null and a warning. */
export function present(of: { readonly data?: Json; readonly text?: string }, wanted: Wanted): Presented {
  if (of.data === undefined) {
    const warnings = wanted.select === undefined ? [] : ['`select` was not applied: the result is text, not JSON'];
    return { ...headOf(of.text ?? '', wanted), warnings };
  }
  const { value, warnings } = selected(of.data, wanted.select);
  if (Array.isArray(value)) return { ...itemsOf(value, wanted), warnings };
  const text = JSON.stringify(value);
  if ((wanted.maxBytes === undefined || bytesOf(text) <= wanted.maxBytes) && (wanted.offset ?? 0) === 0)
    return { members: { data: value }, warnings };
  return { ...headOf(text, wanted), warnings };
}

function selected(data: Json, expression: string | undefined): { value: Json; warnings: string[] } {
  if (expression === undefined) return { value: data, warnings: [] };
  const found = runQuery(data, expression);
  return found.ok ? { value: found.value, warnings: [] } : { value: null, warnings: [`\`select\` failed on this result: ${found.said}`] };
}

/** Whole items as long as they fit; always at least one, so that whoever follows `more` gets on. */
function itemsOf(items: Json[], { maxBytes, offset = 0 }: Wanted): Omit<Presented, 'warnings'> {
  const start = Math.min(offset, items.length);
  let end = items.length;
  if (maxBytes !== undefined) {
    // Each item counts with the comma or bracket behind it, and the opening bracket comes first.
    let bytes = 1;
    end = start;
    while (end < items.length) {
      bytes += bytesOf(JSON.stringify(items[end])) + 1;
      if (bytes > maxBytes && end > start) break;
      end++;
    }
  }
  if (start === 0 && end === items.length) return { members: { data: items } };
  return { members: { data: items.slice(start, end), shown: end - start, total: items.length }, ...(end < items.length ? { next: end } : {}) };
}

/** The head of a text from `offset`, cut between characters. */
function headOf(text: string, { maxBytes, offset = 0 }: Wanted): Omit<Presented, 'warnings'> {
  if (maxBytes === undefined && offset === 0) return { members: { result: text } };
  const bytes = new TextEncoder().encode(text);
  const start = boundary(bytes, Math.min(offset, bytes.length));
  // A character has up to four bytes; a smaller limit still gives one.
  let end = maxBytes === undefined ? bytes.length : boundary(bytes, Math.min(start + maxBytes, bytes.length));
  if (end <= start && start < bytes.length) end = boundary(bytes, Math.min(start + 4, bytes.length)) || bytes.length;
  if (start === 0 && end === bytes.length) return { members: { result: text } };
  const members = {
    result: new TextDecoder('utf-8', { fatal: false, ignoreBOM: true }).decode(bytes.subarray(start, end)),
    shown: end - start,
    total: bytes.length,
  };
  return { members, ...(end < bytes.length ? { next: end } : {}) };
}

/** The last character boundary at or before `at` (UTF-8 continuation bytes are 10xxxxxx). */
function boundary(bytes: Uint8Array, at: number): number {
  let position = at;
  while (position > 0 && position < bytes.length && ((bytes[position] as number) & 0xc0) === 0x80) position--;
  return position;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

// Pieces that several inputs share.
import { z } from 'zod';
import type { Json } from '../../templates/parameters.ts';
import { plainJson } from './plainJson.ts';

/** Texts that a function works through: the bound of a request body, so that only generated text can reach it. */
export const TEXT_CHARS_MAX = 1_048_576;
export const R2_BYTES_MAX = 1_048_576;
const KV_KEY_BYTES_MAX = 512;
const R2_KEY_BYTES_MAX = 1024;

export const text = (about: string) => z.string().max(TEXT_CHARS_MAX).describe(about);

/**
 * Any JSON value. The types are spelled out because a parameter without declared type is text to the caller's
 * mapping, and an object would arrive as its JSON text.
 */
export const anyJson = (about: string) =>
  z
    .unknown()
    .refine((value) => value !== undefined && plainJson(value, TEXT_CHARS_MAX).ok, 'is too large or nests too deeply')
    .transform((value) => value as Json)
    .meta({ description: about, type: ['object', 'array', 'string', 'number', 'boolean', 'null'] });

/** https://developers.cloudflare.com/kv/platform/limits/ */
export const kvKey = z
  .string()
  .min(1)
  .max(KV_KEY_BYTES_MAX)
  .refine((key) => utf8Bytes(key) <= KV_KEY_BYTES_MAX, `has more than ${KV_KEY_BYTES_MAX} bytes`)
  .refine((key) => key !== '.' && key !== '..', 'cannot be `.` or `..`')
  .describe(`Key, up to ${KV_KEY_BYTES_MAX} bytes`);

/** https://developers.cloudflare.com/r2/platform/limits/ */
export const r2Key = z
  .string()
  .min(1)
  .max(R2_KEY_BYTES_MAX)
  .refine((key) => utf8Bytes(key) <= R2_KEY_BYTES_MAX, `has more than ${R2_KEY_BYTES_MAX} bytes`)
  .describe(`Object name, up to ${R2_KEY_BYTES_MAX} bytes`);

export const listLimit = z.int().min(1).max(100).default(20).describe('At most this many');

export function utf8Bytes(value: string): number {
  return new TextEncoder().encode(value).length;
}

// fn `hash`: a digest of a text.
import { z } from 'zod';
import { toHex } from '../../ids.ts';
import { toBase64 } from './base64.ts';
import { defineFunction } from './define.ts';
import { done } from './outcome.ts';
import { text } from './inputs.ts';

/** The digest of the text's UTF-8 bytes (FIPS 180-4). */
export const hash = defineFunction({
  name: 'hash',
  summary: 'The digest of a text, in hex and base64.',
  category: 'text',
  effect: 'read',
  input: z.strictObject({
    text: text('Text; its UTF-8 bytes are hashed'),
    algorithm: z.enum(['sha-256', 'sha-384', 'sha-512', 'sha-1']).default('sha-256').describe('sha-1 only to compare with old systems'),
  }),
  async run(input) {
    const digest = new Uint8Array(await crypto.subtle.digest(input.algorithm.toUpperCase(), new TextEncoder().encode(input.text)));
    return done({ algorithm: input.algorithm, hex: toHex(digest), base64: toBase64(digest) });
  },
});

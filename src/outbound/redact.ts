// Replaces every spelling of every secret by a mark, in text and bytes. Pure.
import type { Redactor } from '../context.ts';
import { CREDENTIAL_MIN_CHARS } from '../env.ts';
import { findSecrets } from './findSecrets.ts';
import { needlesOf } from './needles.ts';
import { latin1 } from './views.ts';

export const REDACTED = '[redacted]';

/**
 * A redactor for these values. Replaced are: the value in clear, percent-encoded (also `+` for space), JSON-escaped,
 * HTML-escaped, any mix of these, in one another to any depth, and base64 or base64url in all alignments, also where its
 * lines are broken or folded; in bytes also all of these in UTF-16. Backslashes just before a secret go with it; secrets
 * that overlap become one mark. Values shorter than a credential may be are left alone. What holds none comes back as the
 * same object; the work is linear in the input. Not covered: what an upstream compresses, encrypts or spells in ways of
 * its own, and a spelled secret whose neighbour on the text's side completes an escape with its edge (`%` before `41…`).
 */
export function makeRedactor(secrets: readonly string[]): Redactor {
  // White space at the ends is what transports take off: without it the secret is found in either form.
  const values = [...new Set(secrets.map((secret) => secret.trim().toWellFormed()))].filter((secret) => secret.length >= CREDENTIAL_MIN_CHARS);
  if (values.length === 0) return { text: (text) => text, bytes: (bytes) => bytes };
  const inText = needlesOf(values, false);
  const inBytes = needlesOf(values, true);
  return {
    text: (text) => (text.length < CREDENTIAL_MIN_CHARS ? text : replace(text, findSecrets(text, inText, false))),
    bytes: (bytes) => {
      const text = latin1(bytes);
      const found = findSecrets(text, inBytes, true);
      return found.length === 0 ? bytes : Uint8Array.from(replace(text, found), (char) => char.charCodeAt(0));
    },
  };
}

function replace(text: string, found: readonly number[]): string {
  if (found.length === 0) return text;
  const pieces: string[] = [];
  let kept = 0;
  for (let index = 0; index < found.length; index += 2) {
    pieces.push(text.slice(kept, found[index]), REDACTED);
    kept = found[index + 1] ?? text.length;
  }
  return pieces.join('') + text.slice(kept);
}

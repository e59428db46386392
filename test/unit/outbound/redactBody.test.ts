import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import type { CallContext } from '../../../src/context.ts';
import { makeRedactor } from '../../../src/outbound/redact.ts';
import { outcomeOfResponse } from '../../../src/runners/httpResponse.ts';

const secret = 'canary-93b1f7d2c4e8a650';

function wide(text: string, isLittle: boolean): Uint8Array<ArrayBuffer> {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return Uint8Array.from(units.flatMap((unit) => (isLittle ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255])));
}

it.each([
  ['UTF-8', new TextEncoder().encode(`\uFEFF{"a":"é ${btoa(secret)}"}`)],
  ['UTF-16 little endian', wide(`\uFEFF{"a":"é ${btoa(secret)}"}`, true)],
  ['UTF-16 big endian', wide(`\uFEFF{"a":"é ${btoa(secret)}"}`, false)],
])('a body with the byte order mark of %s is text, whatever its header says, and holds no secret', async (_, bytes: Uint8Array) => {
  for (const type of ['application/json', 'application/json; charset=iso-8859-1']) {
    const ctx = { redactor: makeRedactor([secret]), bindings: env } as unknown as CallContext;
    const response = {
      ok: true,
      status: 200,
      headers: new Headers({ 'content-type': type }),
      bytes: Uint8Array.from(bytes),
      url: 'https://a.example/',
    } as const;
    const outcome = await outcomeOfResponse(response, ctx, []);
    // The last character and the padding are not the secret's alone.
    expect(outcome.ok && outcome.value.data).toEqual({ a: expect.stringMatching(/^é \[redacted\].{0,2}$/) });
  }
});

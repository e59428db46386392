// What holds for the body of every operation: what is too large, no JSON, too deep or of a wrong form is refused before
// anybody is asked for a credential, and leaves nothing behind.
import { exports } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { BODY_BYTES_MAX, JSON_DEPTH_MAX } from '../../src/http/readJson.ts';
import { OWNER } from '../support/api.ts';
import { expectProblem } from '../support/problems.ts';
import { storedState } from '../support/tables.ts';
import { all, prepareRequests, refused, requestOf, send, streamed, tooLarge, unchanged, WRONG_KEY } from './everyOperation.ts';
import { addressOf } from './requests.ts';

const withJson = all.filter(([, { json }]) => json !== undefined);
const withoutJson = all.filter(([, { json, method }]) => json === undefined && method !== 'get');

prepareRequests();

describe.each(withJson)('%s, the body', (id, operation) => {
  const shape = (operation.json as unknown as z.ZodObject).shape;

  it('over 1 MiB is not read, whoever sends it and however it comes', async () => {
    expect(tooLarge.length).toBe(BODY_BYTES_MAX + 1);
    const error = `body_too_large:>${BODY_BYTES_MAX}`;
    await refused(
      413,
      error,
      () => send(operation, { raw: tooLarge }),
      () => send(operation, { raw: tooLarge, headers: {} }),
      () => send(operation, { raw: streamed(tooLarge), headers: { ...OWNER, 'content-type': 'application/json' } }),
      () => send(operation, { raw: streamed(tooLarge), headers: { 'content-type': 'application/json', 'x-terminal-key': WRONG_KEY } }),
    );
  });

  it('that is not JSON is refused', async () => {
    await refused(
      400,
      'invalid_json',
      ...['', ' ', '{', '{"a":1,}', "{'a':1}", 'key=NOW', '{"a":NaN}', '\u0000', '{}{}', '{"a":"\u0001"}', 'undefined'].map(
        (raw) => () => send(operation, { raw }),
      ),
      () => send(operation, { raw: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) }),
      () => send(operation, { raw: '{', headers: {} }),
    );
  });

  it('of another content type is refused', async () => {
    const raw = JSON.stringify(requestOf(id).json);
    await refused(
      415,
      'unsupported_media_type',
      ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/jsonx', 'text/html; application/json', '*/*'].map(
        (type) => () => send(operation, { raw, headers: { ...OWNER, 'content-type': type } }),
      ),
      () => send(operation, { raw, headers: { 'content-type': 'text/plain' } }),
    );
  });

  it('that is missing is refused', async () => {
    const before = await storedState();
    for (const headers of [OWNER, { ...OWNER, 'content-type': 'application/json' }] as const) {
      const response = await exports.default.fetch(`http://localhost${addressOf(requestOf(id))}`, {
        method: operation.method.toUpperCase(),
        headers,
      });
      expect([400, 415]).toContain(response.status);
      expect(response.headers.get('content-type')).toBe('application/problem+json');
    }
    expect(await storedState()).toEqual(before);
  });

  it('of another kind than an object is refused', async () => {
    await refused(400, 'invalid_field:body', ...[[], [requestOf(id).json], null, 'NOW', 7, true].map((json) => () => send(operation, { json })));
  });

  it('that nests too deeply is refused before it is parsed', async () => {
    const deep = (levels: number) => `{"later":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    const members = `${'{"a":'.repeat(200_000)}1${'}'.repeat(5)}`;
    await refused(
      400,
      'json_too_deep',
      ...[deep(JSON_DEPTH_MAX), deep(400_000), members, '['.repeat(BODY_BYTES_MAX)].map((raw) => () => send(operation, { raw })),
      () => send(operation, { raw: deep(400_000), headers: {} }),
    );
  });

  it('may have brackets in its strings', async () => {
    await refused(400, operation.operationId === 'patchRow' ? 'no recognized fields' : undefined, () =>
      send(operation, { json: { later: '[{'.repeat(100) } }),
    );
  });

  it.each(['later', 'hold', 'wait', 'constructor', 'toString', 'hasOwnProperty'])('with the field %s is refused by name', async (name) => {
    const json = { ...requestOf(id).json, [name]: 'x' };
    const bare = id === 'patchRow' ? 'no recognized fields' : `unknown_field:${name}`;
    const extended = Object.keys(requestOf(id).json ?? {}).length === 0 ? bare : `unknown_field:${name}`;
    await refused(
      400,
      extended,
      () => send(operation, { json }),
      () => send(operation, { json, headers: {} }),
    );
  });

  it('with a member __proto__ is refused by name', async () => {
    const members = Object.entries(requestOf(id).json ?? {}).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`);
    await refused(400, 'unknown_field:__proto__', () => send(operation, { raw: `{${members.join('')}"__proto__":{"enabled":0}}` }));
    expect(({} as { enabled?: number }).enabled).toBeUndefined();
  });

  it('with a wrong type in any field is refused by its name', async () => {
    const values = [7.5, -1, true, 'x'.repeat(300), '', [], [1], {}, { a: 1 }, null];
    await unchanged(async () => {
      for (const [name, schema] of Object.entries(shape)) {
        for (const value of values.filter((each) => !(schema as z.ZodType).safeParse(each).success)) {
          const answered = await send(operation, { json: { ...requestOf(id).json, [name]: value } });
          expectProblem(answered, 400);
          expect(answered.body.error).toMatch(new RegExp(`^invalid_field:${name}(/|$)`));
          expect(answered.body.violations[0].pointer).toMatch(new RegExp(`^/${name}(/|$)`));
        }
      }
    });
  });

  it('with an integer that JSON would round is refused', async () => {
    const digits = ['9007199254740993', '-9007199254740993', '123456789012345678901234567890', '9'.repeat(400)];
    await refused(400, 'invalid_field:later/1', ...digits.map((each) => () => send(operation, { raw: `{"later":[1,${each}]}` })));
  });
});

describe.each(withoutJson)('%s, which takes no body,', (id, operation) => {
  it('refuses one by name rather than ignore it', async () => {
    await refused(400, 'unknown_field:later', () => send(operation, { json: { later: 1 } }));
    await refused(415, 'unsupported_media_type', () => send(operation, { raw: 'later=1', headers: { ...OWNER, 'content-type': 'text/plain' } }));
    await refused(
      413,
      `body_too_large:>${BODY_BYTES_MAX}`,
      () => send(operation, { raw: tooLarge }),
      () => send(operation, { raw: streamed(tooLarge), headers: { ...OWNER, 'content-type': 'application/json' } }),
    );
    expect(id).toBe(operation.operationId);
  });
});

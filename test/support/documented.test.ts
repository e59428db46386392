// The check that every test of a route makes: it must find what the document does not promise.
import { expect, it } from 'vitest';
import { brokenPromise } from './documented.ts';

const json = new Headers({ 'content-type': 'application/json' });
const health = { ok: true, database: 'ok', migrations: 'ok', owner_key: 'ok', signing_keys: 'ok' };

it('an answer that keeps the promise passes', () => {
  expect(brokenPromise('GET', '/health', { status: 200, headers: json, body: health })).toBeUndefined();
});

it.each([
  ['a status', { status: 418, headers: json, body: health }],
  ['a media type', { status: 200, headers: new Headers({ 'content-type': 'text/plain' }), body: 'ok' }],
  ['no media type', { status: 200, headers: new Headers(), body: '' }],
  ['a member', { status: 200, headers: json, body: { ...health, later: 1 } }],
  ['a missing member', { status: 200, headers: json, body: { ok: true } }],
  ['a type', { status: 200, headers: json, body: { ...health, database: 7 } }],
  ['a code of another status', { status: 401, headers: new Headers({ 'content-type': 'application/problem+json' }), body: { code: 'not_ready' } }],
])('%s that is not documented is found', (_, answered) => {
  expect(brokenPromise('GET', '/health', answered)).toEqual(expect.any(String));
});

it('a success at an address that is not documented is found', () => {
  expect(brokenPromise('GET', '/nowhere', { status: 200, headers: json, body: {} })).toEqual(expect.any(String));
  expect(brokenPromise('PUT', '/health', { status: 200, headers: json, body: {} })).toEqual(expect.any(String));
});

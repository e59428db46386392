import { describe, expect, it } from 'vitest';
import { parseAuth } from '../../../src/capability/authForm.ts';
import type { Effect } from '../../../src/db/rows.ts';
import { readConfig } from '../../../src/env.ts';
import { applyAuth } from '../../../src/outbound/credentials.ts';

const ORIGIN = 'https://api.example.com';

function apply(auth: string, env: Record<string, string>, effect: Effect = 'read', origin = ORIGIN) {
  const form = parseAuth(auth);
  if (!form.ok) throw new Error(form.message);
  return applyAuth(form.value, readConfig({ ...env } as never), origin, effect);
}

const applied = (...of: Parameters<typeof apply>) => {
  const result = apply(...of);
  if (!result.ok) throw new Error(result.fault.code);
  return result.value;
};

describe('a configured credential', () => {
  it('is applied as its form says', () => {
    const env = { A_KEY: 'first-secret', B_TOKEN: 'second&secret' };
    expect(applied('bearer:A_KEY', env).headers).toEqual([['authorization', 'Bearer first-secret']]);
    expect(applied('basic:A_KEY', env).headers).toEqual([['authorization', `Basic ${btoa('first-secret:')}`]]);
    expect(applied('headers:{"x-a":"k $A_KEY/$B_TOKEN"}', env).headers).toEqual([['x-a', 'k first-secret/second&secret']]);
    expect(applied('query:appid=B_TOKEN', env)).toEqual({ headers: [], query: [['appid', 'second&secret']], warnings: [] });
    expect(applied('', env)).toEqual({ headers: [], query: [], warnings: [] });
  });

  it('that holds user:pass is the whole of basic, as UTF-8', () => {
    const [header] = applied('basic:A_KEY', { A_KEY: 'Jörg:pässwörd' }).headers;
    const bytes = Uint8Array.from(atob(header?.[1].slice('Basic '.length) ?? ''), (char) => char.charCodeAt(0));
    expect(new TextDecoder().decode(bytes)).toBe('Jörg:pässwörd');
  });
});

describe('S9 a credential that is absent, empty or short', () => {
  it.each<Record<string, string>>([{}, { A_KEY: '' }, { A_KEY: 'short' }])('stops a write before it is sent (%j)', (env) => {
    for (const effect of ['write', 'destructive'] as const) {
      expect(apply('bearer:A_KEY', env, effect)).toMatchObject({ ok: false, fault: { code: 'credential_missing', params: { name: 'A_KEY' } } });
    }
  });

  it.each(['bearer:A_KEY', 'basic:A_KEY', 'query:k=A_KEY', 'headers:{"x-a":"$A_KEY"}'])('lets a read go without it, with a warning (%s)', (auth) => {
    expect(applied(auth, {})).toEqual({ headers: [], query: [], warnings: ['credential_missing:A_KEY'] });
  });

  it('takes its header away as a whole, and that header alone', () => {
    const auth = 'headers:{"x-a":"$A_KEY and $B_KEY","x-b":"$B_KEY","x-c":"plain"}';
    expect(applied(auth, { B_KEY: 'is-configured' })).toEqual({
      headers: [
        ['x-b', 'is-configured'],
        ['x-c', 'plain'],
      ],
      query: [],
      warnings: ['credential_missing:A_KEY'],
    });
    expect(apply(auth, { B_KEY: 'is-configured' }, 'write').ok).toBe(false);
  });
});

describe('S8 a name that may not be used', () => {
  it.each(['bearer:TERMINAL_KEY', 'bearer:HOME', 'headers:{"x-a":"$A_KEY","x-b":"$PATH"}', 'query:k=OUTBOUND_NONCE'])(
    'is refused even where it is set (%s)',
    (auth) => {
      const env = {
        TERMINAL_KEY: 'a'.repeat(40),
        HOME: '/home/someone',
        PATH: '/usr/bin:/bin',
        A_KEY: 'a-good-value',
        OUTBOUND_NONCE: 'n'.repeat(32),
        CREDENTIAL_NAMES: '*_KEY,*_NONCE',
      };
      expect(apply(auth, env)).toMatchObject({ ok: false, fault: { code: 'credential_not_allowed' } });
    },
  );

  it('CREDENTIAL_ORIGINS binds a credential to the origins it names', () => {
    const env = { A_KEY: 'a-good-value', B_KEY: 'another-value', CREDENTIAL_ORIGINS: '{"A_KEY":["https://API.example.com:443/"]}' };
    expect(apply('bearer:A_KEY', env).ok).toBe(true);
    expect(apply('bearer:B_KEY', env, 'read', 'https://other.example').ok).toBe(true);
    for (const origin of ['https://other.example', 'http://api.example.com', 'https://api.example.com:8443', 'nonsense']) {
      expect(apply('bearer:A_KEY', env, 'read', origin)).toMatchObject({ fault: { code: 'credential_not_allowed', params: { name: 'A_KEY' } } });
    }
  });
});

describe('a value that no header can carry', () => {
  it.each(['line\r\nbreak-x: 1', 'with\0nul-inside', '你好你好你好你好', 'ends-with-newline\n', ' begins-with-space'])(
    'never throws and counts as missing (%j)',
    (value) => {
      for (const auth of ['bearer:A_KEY', 'headers:{"x-a":"$A_KEY"}']) {
        const { headers, warnings } = applied(auth, { A_KEY: value });
        expect(headers).toEqual([]);
        expect(warnings[0]).toBe('credential_missing:A_KEY');
        expect(warnings[1]).toMatch(/^A_KEY: .*cannot carry/);
        expect(apply(auth, { A_KEY: value }, 'write')).toMatchObject({ ok: false, fault: { code: 'credential_missing' } });
      }
    },
  );

  it('can still go into a query or into basic', () => {
    expect(applied('query:k=A_KEY', { A_KEY: 'with\nnewline' }).query).toEqual([['k', 'with\nnewline']]);
    expect(applied('basic:A_KEY', { A_KEY: '你好你好你好你好' }).headers).toHaveLength(1);
  });
});

it('oauth waits for a build that has it', () => {
  expect(apply('oauth:ACME', { ACME_CLIENT_SECRET: 'a-good-value' })).toMatchObject({
    fault: { code: 'runner_unavailable', params: { runner: 'oauth' } },
  });
});

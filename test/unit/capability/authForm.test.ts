import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { credentialVariables, fillTemplate, parseAuth } from '../../../src/capability/authForm.ts';

const value = (text: string | null) => {
  const parsed = parseAuth(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
};

describe('the forms of auth', () => {
  it.each([null, '', '  '])('%j is no credential', (text) => {
    expect(value(text)).toEqual({ kind: 'none' });
    expect(credentialVariables(value(text))).toEqual([]);
  });

  it('names the variable of bearer, basic, query and oauth', () => {
    expect(value('bearer:GITHUB_TOKEN')).toEqual({ kind: 'bearer', variable: 'GITHUB_TOKEN' });
    expect(value('basic:STRIPE_KEY')).toEqual({ kind: 'basic', variable: 'STRIPE_KEY' });
    expect(value('query:a=b=WEATHER_KEY')).toEqual({ kind: 'query', parameter: 'a=b', variable: 'WEATHER_KEY' });
    expect(credentialVariables(value('query:appid=WEATHER_KEY'))).toEqual(['WEATHER_KEY']);
    expect(credentialVariables(value('oauth:ACME'))).toEqual(['ACME_CLIENT_SECRET']);
  });

  it('takes any number of headers, each with any number of variables', () => {
    const form = value('headers:{"x-api-key":"$A_KEY","authorization":"Key $B_KEY:$A_KEY","x-version":"$5 2"}');
    expect(credentialVariables(form)).toEqual(['A_KEY', 'B_KEY']);
    expect(form).toMatchObject({ headers: [{ name: 'x-api-key' }, { name: 'authorization' }, { name: 'x-version', template: '$5 2' }] });
  });

  it('never expands a dollar inside a value', () => {
    expect(fillTemplate('a $X_KEY $Y_KEY', (name) => (name === 'X_KEY' ? '$Y_KEY' : '$&'))).toBe('a $Y_KEY $&');
  });
});

describe('what is no form of auth', () => {
  it.each([
    'weird:NAME',
    'Bearer:NAME',
    'bearer:',
    'bearer:$NAME',
    'bearer:two words',
    'query:NAME',
    'query:=NAME',
    'oauth:',
    'headers:[]',
    'headers:nope',
  ])('refuses %s and names its prefix', (text) => expect(parseAuth(text)).toMatchObject({ ok: false, prefix: text.split(':')[0] }));

  it.each(['host', 'Content-Length', 'connection', 'Transfer-Encoding', 'te', 'proxy-authorization'])(
    'never lets a credential set the managed header %s',
    (name) => {
      expect(parseAuth(`headers:${JSON.stringify({ [name]: '$A_KEY' })}`).ok).toBe(false);
    },
  );

  it.each([{ 'x y': '$A_KEY' }, { x: 1 }, { x: 'a\r\nb' }, { 'X-A': '$A_KEY', 'x-a': '$B_KEY' }])('refuses the headers %j', (headers) => {
    expect(parseAuth(`headers:${JSON.stringify(headers)}`).ok).toBe(false);
  });

  it('repeats at most 32 characters of what may be a pasted key', () => {
    expect(parseAuth('k'.repeat(400))).toMatchObject({ prefix: 'k'.repeat(32) });
  });

  it('never throws, and names only variables that a row could have', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string({ unit: 'binary' }),
          fc.json().map((json) => `headers:${json}`),
        ),
        (text) => {
          const parsed = parseAuth(text);
          if (parsed.ok) for (const name of credentialVariables(parsed.value)) expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_]*$/);
        },
      ),
    );
  });
});

// S8, S9, S11: which credentials a row may name, what happens where one is not there, and that nobody else sets them.
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { call, OWNER } from '../support/api.ts';
import { expectProblem } from '../support/problems.ts';
import { plantRow } from '../support/tables.ts';
import { workerWith } from '../support/worker.ts';
import { A, AUTH_FORMS, B, echoOf, httpRow, invoke, MARK, SECRET } from './upstream.ts';

describe('S8 a row names credentials by their names, and only those that are for rows', () => {
  const NOT_FOR_ROWS = [
    'TERMINAL_KEY',
    'MCP_TOKEN',
    'MCP_TOKEN_SCOPE',
    'OUTBOUND_NONCE',
    'PUBLIC_READ',
    'ORIGIN',
    'TEST_UPSTREAM',
    'DB',
    'constructor',
    '__proto__',
  ];

  it.each(NOT_FOR_ROWS)('%s is refused when written, and not sent when planted', async (name) => {
    for (const [at, auth] of [`bearer:${name}`, `basic:${name}`, `query:k=${name}`, `headers:{"x-a":"$${name}"}`].entries()) {
      const row = { type: 'http', target: `GET ${A}/echo`, content: '# WHAT: x', auth };
      expectProblem(
        await call('POST', '/api/directory', { json: { key: 'NAMES', ...row } }),
        422,
        'registry_hygiene_refused: credential_not_allowed',
      );
      const key = `P_${name.toUpperCase()}_${at}`;
      await plantRow({ key, ...row });
      expectProblem(await invoke(key), 422, `credential_not_allowed:${name}`);
    }
  });

  it('a setting cannot open the system’s own names', async () => {
    await plantRow({ key: 'OWN_NAME', type: 'http', target: `GET ${A}/echo`, content: '# WHAT: x', auth: 'bearer:TERMINAL_KEY' });
    expectProblem(
      await workerWith({ CREDENTIAL_NAMES: '*' })('POST', '/api/invoke/OWN_NAME', { json: {} }),
      422,
      'credential_not_allowed:TERMINAL_KEY',
    );
  });

  it('the setting CREDENTIAL_NAMES decides, and narrowing it closes a row at once', async () => {
    const key = await httpRow(`GET ${A}/echo`, { auth: 'bearer:UPSTREAM_KEY' });
    expectProblem(
      await workerWith({ CREDENTIAL_NAMES: 'OTHER_*' })('POST', `/api/invoke/${key}`, { json: {} }),
      422,
      'credential_not_allowed:UPSTREAM_KEY',
    );
  });

  it('a name in an address, a header, a body or an argument is text', async () => {
    const key = await httpRow(`POST ${A}/echo?a=$UPSTREAM_KEY&b=$1`, { payload: 'X-Name: $UPSTREAM_KEY\n\n{"a": "$UPSTREAM_KEY", "b": "$1"}' });
    const echo = await echoOf(key, { args: ['$UPSTREAM_KEY ${UPSTREAM_KEY} {UPSTREAM_KEY}'] });
    expect(JSON.stringify(echo)).not.toContain(MARK);
    expect(echo.headers['x-name']).toBe('$UPSTREAM_KEY');
    expect(JSON.parse(echo.body)).toEqual({ a: '$UPSTREAM_KEY', b: '$UPSTREAM_KEY ${UPSTREAM_KEY} {UPSTREAM_KEY}' });
  });

  it('moving a row to another origin is said aloud and changes its contract', async () => {
    const key = await httpRow(`POST ${A}/echo`, { auth: 'bearer:UPSTREAM_KEY' });
    const pinned = (await call('GET', `/api/directory/${key}`)).body.contract_hash as string;
    const moved = await call('PATCH', `/api/directory/${key}`, { json: { target: `POST ${B}/echo` } });
    expect(moved.body.warnings).toEqual([expect.stringContaining(`from ${A} to ${B}`)]);
    const answered = await invoke(key, { if_contract: pinned });
    expectProblem(answered, 409);
    expect(answered.body.error).toMatch(new RegExp(`^contract_changed:${pinned}!=[0-9a-f]{64}$`));
  });
});

describe('S9 without its credential, a row that writes does not run', () => {
  const forms = (name: string) => [
    `bearer:${name}`,
    `basic:${name}`,
    `query:k=${name}`,
    `headers:{"x-a":"$${name}"}`,
    `headers:{"x-a":"$UPSTREAM_KEY","x-b":"b $${name}"}`,
  ];

  it.each([
    ['absent', undefined],
    ['empty', ''],
    ['short', 'short77'],
  ])('%s: nothing is sent, and the refusal names it', async (_, value) => {
    const worker = workerWith({ THE_KEY: value });
    for (const auth of forms('THE_KEY')) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const key = await httpRow(`${method} ${A}/echo`, { auth });
        const answered = await worker('POST', `/api/invoke/${key}`, { json: {} });
        expectProblem(answered, 422, 'credential_missing:THE_KEY');
        expect(answered.body.proof.status).toBe('REFUSED');
      }
    }
  });

  it('a row that reads goes out without it and says so; none of a half-filled header goes', async () => {
    const worker = workerWith({ THE_KEY: undefined });
    for (const auth of forms('THE_KEY')) {
      const key = await httpRow(`GET ${A}/echo`, { auth });
      const { status, body } = await worker('POST', `/api/invoke/${key}`, { json: {} });
      expect(status).toBe(200);
      expect(body.warnings).toContain('credential_missing:THE_KEY');
      expect(body.data.headers).not.toHaveProperty('authorization');
      expect(body.data.headers).not.toHaveProperty('x-b');
      expect((await call('GET', `/api/receipts/${body.proof.invocation_id}`)).body.warnings).toContain('credential_missing:THE_KEY');
    }
  });

  it('a value that no header can carry is as if it were not there, and is not repeated', async () => {
    const value = 'line one\r\nx-evil: two';
    const worker = workerWith({ THE_KEY: value });
    const answered = await worker('POST', `/api/invoke/${await httpRow(`POST ${A}/echo`, { auth: 'bearer:THE_KEY' })}`, { json: {} });
    expectProblem(answered, 422, 'credential_missing:THE_KEY');
    expect(JSON.stringify(answered.body)).not.toContain('x-evil');
  });

  it('a short value does not make ordinary text disappear', async () => {
    const worker = workerWith({ THE_KEY: 'the', OTHER_TOKEN: 'a', MORE_SECRET: 'ok' });
    const { body } = await worker('POST', `/api/invoke/${await httpRow(`GET ${A}/echo?q=the-ok-a`)}`, { json: {} });
    expect(body.data.url).toBe('/echo?q=the-ok-a');
  });

  it('the shape of a call shows no credential, there or not', async () => {
    for (const auth of forms('UPSTREAM_KEY')) {
      const { body } = await invoke(await httpRow(`POST ${A}/echo`, { auth, payload: '{"a": "$1", "api_key": "x"}' }), { body: 'v', shape: true });
      expect(body).toMatchObject({ ok: true, ran: false, shape: { method: 'POST', url: `${A}/echo`, body: { a: 'v' } } });
      expect(JSON.stringify(body)).not.toContain(String(env.UPSTREAM_KEY));
      expect(Object.keys(body.shape.headers as object)).toEqual(['content-type']);
      expect(body.shape.body).not.toHaveProperty('api_key');
    }
  });
});

describe('S11 no caller and no argument sets a managed header', () => {
  const NAMES = [
    'Host',
    'Content-Length',
    'Connection',
    'Transfer-Encoding',
    'Upgrade',
    'TE',
    'Trailer',
    'Keep-Alive',
    'Proxy-Authorization',
    'Authorization',
    'Cookie',
  ];

  it.each(NAMES)('%s in a payload is refused when written, and does not run when planted', async (name) => {
    const row = { type: 'http', target: `POST ${A}/echo`, content: `# WHAT: x\n${name}: evil.example\n\n{}` };
    expectProblem(await call('POST', '/api/directory', { json: { key: 'MANAGED', ...row } }), 422, 'registry_hygiene_refused: bad_template');
    const key = `PLANTED_${name.replaceAll('-', '_').toUpperCase()}`;
    await plantRow({ key, ...row });
    const answered = await invoke(key);
    expectProblem(answered, 422, 'ERR:row:bad_template');
  });

  it('nothing of the caller’s request goes along but the arguments', async () => {
    const key = await httpRow(`GET ${A}/echo`, { auth: 'bearer:UPSTREAM_KEY' });
    const headers = {
      ...OWNER,
      cookie: 'a=b',
      'x-forwarded-for': '1.2.3.4',
      forwarded: 'for=1.2.3.4',
      'x-custom': 'x',
      'user-agent': 'the-caller',
      traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
      referer: 'https://caller.example',
    };
    const { body } = await call('POST', `/api/invoke/${key}`, { json: {}, headers });
    const got = body.data.headers as Record<string, string>;
    expect(
      Object.keys(got).filter((name) =>
        ['cookie', 'x-forwarded-for', 'forwarded', 'x-custom', 'referer', 'x-terminal-key', 'x-capability-token'].includes(name),
      ),
    ).toEqual([]);
    expect(got).toMatchObject({ 'user-agent': 'rowcall', host: new URL(A).host });
    expect(got.authorization).toContain(MARK);
    expect(got.traceparent).toContain(body.trace);
    expect(JSON.stringify(got)).not.toContain('a'.repeat(32));
  });

  it.each(AUTH_FORMS)('the credential of %s wins over a header of the row', async (auth) => {
    const key = await httpRow(`POST ${A}/echo`, { auth, payload: 'X-Api-Key: the-row\n\n{}' });
    const echo = await echoOf(key);
    expect(JSON.stringify(echo)).toContain(MARK);
    expect(JSON.stringify(echo)).not.toContain(SECRET);
    if (auth.startsWith('headers')) expect(echo.headers['x-api-key']).toBe(MARK);
  });
});

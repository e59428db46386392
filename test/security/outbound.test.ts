// S4, S5, S6, S7, S12: where requests go, what goes along, and how long and how much is waited for.
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import wranglerConfig from '../../wrangler.jsonc?raw';
import { call } from '../support/api.ts';
import { expectProblem } from '../support/problems.ts';
import { plantRow } from '../support/tables.ts';
import { workerWith } from '../support/worker.ts';
import cases from '../vectors/ssrf.json';
import { A, AUTH_FORMS, B, echoOf, httpRow, invoke, MARK, type Echo } from './upstream.ts';

describe('S4 only http and https, without user-info', () => {
  const targets = [
    'data:text/plain,x',
    'file:///etc/passwd',
    'ftp://a.example/',
    'ws://a.example/',
    'blob:https://a.example/x',
    'javascript:1',
    'about:blank',
    'gopher://a.example/',
    'HTTP:a.example',
    'http:///x',
    'https:\\\\a.example\\x',
    'http://u:p@a.example/',
    'http://u@a.example/',
    'http://:@a.example/',
  ];

  it.each(targets)('%s is refused when written, and does not run when planted', async (address) => {
    const row = { type: 'http', target: `GET ${address}`, content: '# WHAT: x' };
    expectProblem(await call('POST', '/api/directory', { json: { key: 'SCHEME', ...row } }), 422);
    await plantRow({ key: `PLANTED_${targets.indexOf(address)}`, ...row });
    const answered = await invoke(`PLANTED_${targets.indexOf(address)}`);
    expectProblem(answered, 422);
    expect(answered.body.proof.status).toBe('REFUSED');
  });
});

describe('S5 no private address in any spelling', () => {
  // Asked under its own name: a request by way of localhost would make localhost the service itself.
  const strict = workerWith({ ALLOW_PRIVATE_HOSTS: '', ALLOWED_HOSTS: '' });
  const key = (at: number) => `SSRF_${at}`;

  beforeAll(async () => {
    const insert = env.DB.prepare("INSERT INTO directory (key, type, target, content) VALUES (?, 'http', ?, '# WHAT: x')");
    await env.DB.batch([...cases.refuse.map(({ url }) => url), ...cases.allow].map((url, at) => insert.bind(key(at), `GET ${url}`)));
  });

  it('each of the list is refused before anything is sent, and says which rule', async () => {
    const { body } = await strict('POST', '/api/batch', { json: { calls: cases.refuse.map((_, at) => ({ key: key(at) })) } });
    const results = body.results as { ran: boolean; http_status: number; error: string; proof: { status: string } }[];
    for (const [at, result] of results.entries()) {
      expect({ url: cases.refuse[at]?.url, ...result }).toMatchObject({ ran: false, http_status: 422, proof: { status: 'REFUSED' } });
      expect(result.error).toMatch(/^(?:outbound_refused:\w+|ERR:row:bad_target)$/);
    }
    expect(results).toHaveLength(cases.refuse.length);
  });

  it('each that may be called passes the guard', async () => {
    for (const [at, url] of cases.allow.entries()) {
      const answered = await strict('POST', `/api/invoke/${key(cases.refuse.length + at)}`, { json: { shape: true } });
      expect([url, answered.status]).toEqual([url, 200]);
    }
  });

  it('a host opened by name is open at that name and port, and the others stay shut', async () => {
    const row = await httpRow(`GET ${A}/echo`);
    const { port } = new URL(A);
    for (const [allowed, status] of [
      ['127.0.0.1', 200],
      [`127.0.0.1:${port}`, 200],
      ['127.0.0.1:1', 422],
      ['localhost', 422],
      ['', 422],
    ] as const) {
      const answered = await workerWith({ ALLOW_PRIVATE_HOSTS: allowed })('POST', `/api/invoke/${row}`, { json: {} });
      expect([allowed, answered.status]).toEqual([allowed, status]);
      if (status === 422) {
        expectProblem(answered, 422, 'outbound_refused:loopback');
        expect(answered.body.how_to_fix).toContain('ALLOW_PRIVATE_HOSTS');
      }
    }
  });

  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'http://[::ffff:10.0.0.1]/',
    'http://0xa9fea9fe/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'http://u:p@127.0.0.1/',
    'http://127.0.0.1:22/',
    '//10.0.0.1/',
    '\\\\10.0.0.1\\',
  ])('a redirect to %s is not followed', async (to) => {
    const answered = await invoke(await httpRow(`GET ${A}/redirect/302?to=${encodeURIComponent(to)}`));
    expect(answered.body).toMatchObject({ status: 502, code: 'redirect_refused', ok: false, ran: true });
  });
});

describe('S6 fetch is kept from what is private to the network', () => {
  it('by the flag of the deployment', () => {
    const flags = /"compatibility_flags":\s*\[([^\]]*)\]/.exec(wranglerConfig)?.[1];
    expect(flags).toContain('"global_fetch_strictly_public"');
  });

  it('and credentials, where the settings bind them, go to those origins and no other', async () => {
    for (const auth of AUTH_FORMS) {
      const [here, there] = [await httpRow(`POST ${A}/echo`, { auth }), await httpRow(`POST ${B}/echo`, { auth })];
      const bound = workerWith({ CREDENTIAL_ORIGINS: JSON.stringify({ UPSTREAM_KEY: [A] }) });
      const echoed = await bound('POST', `/api/invoke/${here}`, { json: {} });
      expect(JSON.stringify(echoed.body.data)).toContain(MARK);
      const refused = await bound('POST', `/api/invoke/${there}`, { json: {} });
      expectProblem(refused, 422, 'credential_not_allowed:UPSTREAM_KEY');
      expectProblem(
        await workerWith({ CREDENTIAL_ORIGINS: '{"UPSTREAM_KEY":[]}' })('POST', `/api/invoke/${here}`, { json: {} }),
        422,
        'credential_not_allowed:UPSTREAM_KEY',
      );
    }
  });
});

describe('S7 no credential of any form leaves the origin of its row', () => {
  const to = (origin: string) => encodeURIComponent(`${origin}/echo/end`);

  it.each(AUTH_FORMS.flatMap((auth) => [301, 302, 303, 307, 308].map((status) => [auth, status] as const)))('%s over a %i', async (auth, status) => {
    const away = await echoOf(await httpRow(`GET ${A}/redirect/${status}?to=${to(B)}`, { auth }));
    expect(away.url).toBe('/echo/end');
    expect(away.headers.host).toBe(new URL(B).host);
    expect(JSON.stringify(away)).not.toContain(MARK);
    for (const name of ['authorization', 'x-api-key', 'x-other', 'cookie']) expect(away.headers).not.toHaveProperty(name);
    const home = await echoOf(await httpRow(`GET ${A}/redirect/${status}?to=${to(A)}`, { auth }));
    expect(JSON.stringify(home)).toContain(MARK);
  });

  it('nor does it come back once the chain has left', async () => {
    const back = encodeURIComponent(`${B}/redirect/302?to=${to(A)}`);
    for (const auth of AUTH_FORMS)
      expect(JSON.stringify(await echoOf(await httpRow(`GET ${A}/redirect/302?to=${back}`, { auth })))).not.toContain(MARK);
  });

  it('nor does a body, or a header with a credential’s name', async () => {
    for (const status of [307, 308]) {
      const answered = await invoke(await httpRow(`POST ${A}/redirect/${status}?to=${to(B)}`, { payload: '{"a": 1}' }));
      expect(answered.body).toMatchObject({ status: 502, code: 'redirect_refused' });
    }
    const echo = await echoOf(await httpRow(`GET ${A}/redirect/302?to=${to(B)}`, { payload: 'X-Api-Key: row-value\nX-Plain: plain\n\n' }));
    expect(echo.headers).toMatchObject({ 'x-plain': 'plain' });
    expect(echo.headers).not.toHaveProperty('x-api-key');
  });

  it('five redirects are followed, six are not, and a circle is not', async () => {
    expect((await echoOf(await httpRow(`GET ${A}/chain/5`))).url).toBe('/chain/0');
    for (const path of ['/chain/6', '/loop/a'])
      expect((await invoke(await httpRow(`GET ${A}${path}`))).body).toMatchObject({ status: 502, code: 'redirect_refused' });
  });
});

describe('S12 no upstream decides how much is read or how long is waited', () => {
  it.each(['/bytes/10485761', '/bomb/16', '/bomb/64'])('%s is cut off at 10 MiB, decompressed', async (path) => {
    expect((await invoke(await httpRow(`GET ${A}${path}`))).body).toMatchObject({
      status: 502,
      error: 'ERR:http:too_large:>10485760',
      ran: true,
      state_changed: false,
    });
  });

  it('what is just below goes to the artifact store, whole', async () => {
    const { body } = await invoke(await httpRow(`GET ${A}/bytes/1000000`));
    expect(body).toMatchObject({ ok: true, data: { bytes: 1_000_000, artifact: `/api/artifacts/${body.data.hash}` } });
    expect((await call('GET', body.data.artifact as string)).headers.get('content-length')).toBe('1000000');
  });

  it.each(['/hang', '/hang-body', '/trickle'])('%s ends with the time limit of the row', async (path) => {
    for (const [method, status] of [
      ['GET', 'PROVEN_FAILURE'],
      ['POST', 'UNKNOWN_OUTCOME'],
    ] as const) {
      const answered = await invoke(await httpRow(`${method} ${A}${path}`, { timeout_ms: 120 }));
      expect(answered.status).toBe(504);
      expect(answered.body).toMatchObject({
        error: 'ERR:http:timeout',
        ran: true,
        state_changed: method === 'GET' ? false : null,
        proof: { status },
      });
    }
  });

  it('compressed and chunked answers are read as what they are', async () => {
    for (const path of ['/gzip', '/split']) expect(((await invoke(await httpRow(`GET ${A}${path}`))).body.data as Echo).method).toBe('GET');
  });
});

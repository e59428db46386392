// The reading forms of GET /api/dispatch: the seed's addresses work, and each form takes its own parameters only.
import { beforeAll, describe, expect, it } from 'vitest';
import { addRow, call } from '../../support/api.ts';
import { expectProblem } from '../../support/problems.ts';
import { workerWith } from '../../support/worker.ts';

beforeAll(async () => {
  const now = { key: 'NOW', type: 'fn', target: 'now', category: 'time', examples: ['Europe/Berlin'], content: '# WHAT: The current date and time.' };
  await addRow(now);
  await addRow({ key: 'TIME_NOW', type: 'fn', target: 'now', category: 'time', content: '# WHAT: The time of day.', planner_rank: 200 });
  await addRow({ key: 'ZZ_TEST_ROW', type: 'fn', target: 'now', content: '# WHAT: A row of somebody’s test.' });
  await addRow({ key: '__PROBE', type: 'fn', target: 'now', content: '# WHAT: A probe.' });
  await addRow({ key: 'OFF', type: 'fn', target: 'now', enabled: 0 });
  await addRow({ key: 'SHY', type: 'fn', target: 'now', planner_visible: 0 });
  await addRow({ key: 'MINE', type: 'fn', target: 'now', owner_only: 1 });
});

const get = (query: string, headers?: Record<string, string>) => call('GET', `/api/dispatch${query}`, headers === undefined ? {} : { headers });

describe('the manifest', () => {
  it('names protocol, verbs and endpoint shapes in under 2,000 bytes', async () => {
    const { status, body } = await get('');
    expect(status).toBe(200);
    expect(body).toMatchObject({ protocol: 'OIP', version: '1.2.0', verbs: ['resolve', 'contract', 'invoke', 'receipt'] });
    expect(JSON.stringify(body).length).toBeLessThan(2_000);
  });

  it('is a text to paste as Markdown, with the addresses of this service', async () => {
    const { status, headers, body } = await get('?format=markdown', {});
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    for (const address of ['/api/resolve?ask=', '/api/invoke', '/api/directory/<KEY>/contract?format=markdown'])
      expect(body).toContain(`http://localhost${address}`);
    expect(body.length).toBeLessThan(2_000);
  });
});

describe('ask', () => {
  it('answers in the seed’s form', async () => {
    const { status, body } = await get('?ask=what%20time%20is%20it');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      protocol: 'OIP',
      kind: 'ask',
      question: 'what time is it',
      best: { key: 'NOW', example: 'Europe/Berlin', example_args: { zone: 'Europe/Berlin' } },
    });
    expect(body.count).toBe(body.candidates.length);
    expect(body.best.run_now).toBe('http://localhost/api/dispatch?invoke=NOW&body=Europe%2FBerlin&share=<TOKEN>');
    expect(body.candidates.every((candidate: { run_now: string }) => candidate.run_now.endsWith('&share=<TOKEN>'))).toBe(true);
  });

  it('says of the best how it is done, and that works', async () => {
    const { body } = await get('?ask=what%20time%20is%20it');
    const [, json] = /^POST (\{.*\}) to http:\/\/localhost\/api\/dispatch /.exec(body.best.do) ?? [];
    expect(await call('POST', '/api/dispatch', { json: JSON.parse(String(json)) })).toMatchObject({ status: 200, body: { ok: true, ran: true } });
  });

  it('answers nothing relevant with count 0, best null and what to try', async () => {
    const { status, body } = await get('?ask=xylophone');
    expect(status).toBe(200);
    expect(body).toMatchObject({ count: 0, best: null, candidates: [], try: expect.any(Array) });
  });
});

describe('key', () => {
  it('is the contract, in Markdown with the seed’s first line', async () => {
    const { status, body } = await get('?key=TIME_NOW&format=markdown');
    expect(status).toBe(200);
    expect(body.startsWith('## §SELF — TIME_NOW (paste without context)\n')).toBe(true);
    expect((await get('?key=time_now')).body).toMatchObject({ key: 'TIME_NOW', path: 'OIP > TIME > TIME_NOW' });
    expect((await get('?key=NOW&full=1')).body).toMatchObject({ siblings: ['TIME_NOW'], examples: ['Europe/Berlin'] });
  });

  it('says of an unknown one what was attempted and what may be meant', async () => {
    const answer = await get('?key=TIME_NOWW');
    expectProblem(answer, 404, 'unknown_key');
    expect(answer.body).toMatchObject({ attempted: 'TIME_NOWW', did_you_mean: expect.arrayContaining(['TIME_NOW']) });
  });
});

describe('registry and map', () => {
  it('the registry lists enabled rows but those shaped like a test’s, a page at a time, and counts all of them', async () => {
    const first = (await get('?registry=1&limit=3')).body;
    expect(first).toMatchObject({ kind: 'registry', count: 4, next_cursor: expect.any(String) });
    const second = (await get(`?registry=1&limit=3&cursor=${first.next_cursor}`)).body;
    expect(second).toMatchObject({ count: 4, next_cursor: null });
    const keys = [...first.objects, ...second.objects].map(({ key }: { key: string }) => key);
    expect(keys.toSorted()).toEqual(['MINE', 'NOW', 'SHY', 'TIME_NOW']);
    expect((await get('?registry=1&category=time')).body).toMatchObject({ count: 2 });
  });

  it('the map counts by category and by all four predicates', async () => {
    const { body } = await get('?map=1');
    expect(body).toMatchObject({ total: 6, counts: { all: 7, enabled: 6, registry: 4, planner_visible: 5 } });
    expect(body.categories).toEqual([
      { category: 'time', count: 2 },
      { category: null, count: 4 },
    ]);
  });

  it('show nobody what they may not see', async () => {
    const registry = (await get('?registry=1', {})).body;
    expect(registry.objects.map(({ key }: { key: string }) => key)).toEqual(['NOW', 'TIME_NOW']);
    expect((await get('?map=1', {})).body.counts).toEqual({ all: 4, enabled: 4, registry: 2, planner_visible: 4 });
    for (const key of ['MINE', 'SHY', 'OFF']) {
      expectProblem(await get(`?key=${key}`, {}), 404, 'unknown_key');
      expect(JSON.stringify((await get(`?ask=${key}`, {})).body.candidates)).not.toContain(`"${key}"`);
    }
  });
});

describe('where the catalogue is not public', () => {
  it('only the manifest is for anybody', async () => {
    const worker = workerWith({ PUBLIC_READ: 'false' });
    for (const query of ['ask=time', 'ask=', 'key=NOW', 'key=NOWHERE', 'key=NOW&format=markdown', 'registry=1', 'map=1'])
      expectProblem(await worker('GET', `/api/dispatch?${query}`, { headers: {} }), 401, 'unauthorized');
    for (const query of ['', '?format=markdown']) expect((await worker('GET', `/api/dispatch${query}`, { headers: {} })).status).toBe(200);
  });
});

describe('one request is one form', () => {
  it.each([
    ['ask=a&key=NOW', 'key'],
    ['map=1&category=time', 'category'],
    ['ask=a&limit=21', 'limit'],
    ['receipt=x&confirm=y', 'confirm'],
    ['limit=5', 'limit'],
    ['registry=2', 'registry'],
    ['key=NOW&format=pdf', 'format'],
  ])('%s is refused by name', async (query, name) => {
    expectProblem(await get(`?${query}`), 400, `invalid_field:${name}`);
  });

  it.each(['invoke=NOW&body=&share=x', 'explain=1&share=x'])('%s is a form that this build does not have', async (query) => {
    const answer = await get(`?${query}`);
    expect(answer.status).toBe(501);
    expect(answer.body.how_to_fix).toContain('POST {"key"');
  });
});

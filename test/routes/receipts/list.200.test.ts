// GET /api/receipts: every call is in the list, in order, once, and nothing of what went in or came out.
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { addRow, call } from '../../support/api.ts';
import { expectProblem } from '../../support/problems.ts';

interface Listed {
  id: string;
  key: string;
  status: string;
  effect: string;
  error: string | null;
  trace: string;
  parent: string | null;
  started_at: string;
  duration_ms: number | null;
}
interface Page {
  items: Listed[];
  next_cursor: string | null;
}

const list = async (query = '') => (await call('GET', `/api/receipts${query}`)).body as Page;
const keysOf = ({ items }: Page) => items.map(({ key }) => key);

let trace: string;

beforeAll(async () => {
  await addRow({ key: 'CLOCK', type: 'fn', target: 'now' });
  await addRow({ key: 'STORE', type: 'fn', target: 'kv_put' });
  await addRow({ key: 'BROKEN', type: 'http', target: `GET ${env.TEST_UPSTREAM}/status/500` });
  await addRow({ key: 'OUTER', type: 'http', target: 'POST /api/invoke', effect: 'read', content: '# WHAT: Calls another row.\n{"key":"CLOCK"}' });
  for (let at = 0; at < 5; at++) await call('POST', '/api/invoke', { json: { key: 'CLOCK' } });
  await call('POST', '/api/invoke', { json: { key: 'STORE', args: { key: 'secret-name', value: 'secret-value' } } });
  await call('POST', '/api/invoke', { json: { key: 'BROKEN' } });
  await call('POST', '/api/invoke', { json: { key: 'CLOCK', args: { later: 1 } } });
  trace = (await call('POST', '/api/invoke', { json: { key: 'OUTER' } })).body.trace;
});

describe('the list of receipts', () => {
  it('has the newest first, each with its outcome, and nothing of input or output', async () => {
    const page = await list();
    expect(page.items).toHaveLength(10);
    expect(page.items.map(({ started_at: at }) => at)).toEqual(
      page.items
        .map(({ started_at: at }) => at)
        .toSorted()
        .toReversed(),
    );
    expect(page.items.find(({ key }) => key === 'BROKEN')).toMatchObject({ status: 'PROVEN_FAILURE', error: 'http_status', effect: 'read' });
    expect(page.items.find(({ status }) => status === 'REFUSED')).toMatchObject({ key: 'CLOCK', error: 'unknown_argument' });
    expect(page.items.find(({ key }) => key === 'STORE')).toMatchObject({ status: 'PROVEN_MATERIAL_RESULT', error: null, effect: 'write' });
    expect(JSON.stringify(page)).not.toMatch(/secret-/);
  });

  it('is chosen by row in any case, outcome, caller and trace, alone and together', async () => {
    expect(keysOf(await list('?key=store'))).toEqual(['STORE']);
    expect(keysOf(await list('?status=REFUSED'))).toEqual(['CLOCK']);
    expect((await list('?key=CLOCK&status=PROVEN_MATERIAL_RESULT')).items).toHaveLength(6);
    expect(keysOf(await list('?actor=somebody'))).toEqual([]);
    expect(keysOf(await list(`?trace=${trace}`)).toSorted()).toEqual(['CLOCK', 'OUTER']);
  });

  it('says which call made which', async () => {
    const { items } = await list(`?trace=${trace}`);
    const outer = items.find(({ key }) => key === 'OUTER');
    expect(items.find(({ key }) => key === 'CLOCK')?.parent).toBe(outer?.id);
    expect(keysOf(await list(`?parent=${outer?.id}`))).toEqual(['CLOCK']);
  });

  it('is chosen by time, in any zone: from then on, and before', async () => {
    const { items } = await list();
    const [last] = items;
    expect((await list(`?until=${last?.started_at}`)).items.every(({ started_at: at }) => at < String(last?.started_at))).toBe(true);
    expect((await list(`?since=${last?.started_at}`)).items.map(({ id }) => id)).toContain(last?.id);
    expect((await list(`?since=${encodeURIComponent('2020-01-01T01:00:00+01:00')}&until=2020-01-01T00:00:01Z`)).items).toEqual([]);
  });

  it('comes in pages that have every receipt once, also while calls go on', async () => {
    const before = (await list('?limit=500')).items.map(({ id }) => id);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Page = await list(`?limit=3${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
      await call('POST', '/api/invoke', { json: { key: 'CLOCK' } });
    } while (cursor !== null);
    expect(seen).toEqual(before);
  });

  it('is not for everybody', async () => {
    expectProblem(await call('GET', '/api/receipts', { headers: {} }), 401, 'unauthorized');
  });
});

import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { splitContent } from '../../../src/capability/docs.ts';
import { headOf } from '../../../src/directory/docLinesSql.ts';
import { call } from '../../support/api.ts';
import { createRow, GOOD } from './rows.ts';

interface Item {
  readonly key: string;
  readonly seq: number | null;
  readonly planner_rank: number;
  readonly row_num: number;
}

async function list(query: string, headers?: Record<string, string>) {
  const { status, body } = await call('GET', `/api/directory?${query}`, headers === undefined ? {} : { headers });
  expect(status).toBe(200);
  return body as { items: Item[]; count: number; next_cursor: string | null; fields: Record<string, string> };
}

const keysOf = async (query: string, headers?: Record<string, string>) => (await list(query, headers)).items.map(({ key }) => key);

/** All pages, one after another. */
async function walk(query: string): Promise<Item[]> {
  const items: Item[] = [];
  let cursor = '';
  for (let page = 0; page < 100; page++) {
    const listing = await list(`${query}${cursor}`);
    items.push(...listing.items);
    if (listing.next_cursor === null) return items;
    cursor = `&cursor=${encodeURIComponent(listing.next_cursor)}`;
  }
  throw new Error('no end');
}

const MANY = 620;
const expected: Item[] = [];

beforeAll(async () => {
  // Equal ranks throughout, pins that are equal, negative, zero and very large, and many rows without one.
  const pins = [5, -3, 5, 0, 9007199254740991, 5];
  const insert = env.DB.prepare(
    "INSERT INTO directory (key, type, target, content, category, seq, planner_rank) VALUES (?, 'fn', 'now', '# WHAT: One of many.', 'many', ?, ?)",
  );
  const rows = Array.from({ length: MANY }, (_, at) => ({
    key: `MANY_${String((at * 379) % MANY).padStart(3, '0')}`,
    seq: pins[at] ?? null,
    rank: at % 200 === 0 ? 50 : 100,
  }));
  await env.DB.batch(rows.map(({ key, seq, rank }) => insert.bind(key, seq, rank)));
  const place = ({ seq, rank, key }: (typeof rows)[number]) => [seq === null ? 1 : 0, seq ?? 0, rank, key] as const;
  const ordered = rows.toSorted((one, other) => {
    const [a, b] = [place(one), place(other)];
    const at = a.findIndex((part, index) => part !== b[index]);
    return (a[at] as number) < (b[at] as number) ? -1 : 1;
  });
  expected.push(...ordered.map(({ key, seq, rank }, at) => ({ key, seq, planner_rank: rank, row_num: at + 1 })));
  await createRow({
    ...GOOD,
    key: 'Z_OTHER',
    category: 'other',
    type: 'http',
    target: 'GET https://api.example.com/hidden-path',
    enabled: 0,
    planner_rank: 999,
  });
});

describe('a listing', () => {
  it.each([1, 7, 50, 500])('walked in pages of %i gives every row once, in canonical order', async (limit) => {
    const query = `category=many&limit=${limit}`;
    const items = limit === 1 ? (await list(query)).items : await walk(query);
    const shown = items.map(({ key, seq, planner_rank, row_num }) => ({ key, seq, planner_rank, row_num }));
    expect(shown).toEqual(limit === 1 ? expected.slice(0, 1) : expected);
  });

  it('says how many rows match in all, on every page, and gives 50 where nobody asks for more', async () => {
    const first = await list('category=many');
    expect(first.items).toHaveLength(50);
    expect(first.count).toBe(MANY);
    const next = await list(`category=many&cursor=${first.next_cursor}`);
    expect(next.count).toBe(MANY);
    expect((await list('category=none')).items).toEqual([]);
    expect(await list('category=none')).toMatchObject({ count: 0, next_cursor: null });
  });

  it('numbers rows by their place among all that the reader may see, whatever the filter', async () => {
    const [other] = (await list('category=other')).items;
    expect(other?.row_num).toBe((await list('limit=1')).count);
    expect((await list('q=MANY_000')).items[0]?.row_num).toBe(expected.find(({ key }) => key === 'MANY_000')?.row_num);
  });

  it('names the meaning of each column that its items have', async () => {
    const { items, fields } = await list('limit=1');
    expect(Object.keys(fields).toSorted()).toEqual(Object.keys(items[0] as object).toSorted());
  });

  it('stays whole while rows are written between its pages', async () => {
    const seen: string[] = [];
    let cursor = '';
    for (let page = 0; ; page++) {
      const listing = await list(`category=many&limit=200${cursor}`);
      seen.push(...listing.items.map(({ key }) => key));
      if (page === 0) await createRow({ ...GOOD, key: 'MANY_0000', category: 'many', seq: -9 });
      if (listing.next_cursor === null) break;
      cursor = `&cursor=${listing.next_cursor}`;
    }
    await call('DELETE', '/api/directory/MANY_0000');
    expect(seen).toEqual(expected.map(({ key }) => key));
  });

  it('filters by type, category and whether rows are enabled, all at once', async () => {
    expect(await keysOf('type=http')).toEqual(['Z_OTHER']);
    expect(await keysOf('enabled=0')).toEqual(['Z_OTHER']);
    expect(await keysOf('enabled=false&type=http&category=other&q=other')).toEqual(['Z_OTHER']);
    expect(await keysOf('enabled=1&category=other')).toEqual([]);
    expect(await keysOf(`category=${encodeURIComponent("other' OR 1=1 --")}`)).toEqual([]);
  });
});

describe('q', () => {
  beforeAll(async () => {
    await createRow({
      key: 'Q_HTTP',
      type: 'http',
      target: 'POST https://api.example.com/needle-target',
      content: '# WHAT: Finds 100% of_it.\r\n# ASK: where is Straße?\n\n{"a": "needle-payload"}',
    });
    await createRow({ key: 'Q_AGENT', type: 'agent', target: '@cf/a', content: '# WHAT: Helps.\nneedle-prompt' });
    await createRow({ key: 'Q_PROMPT', type: 'agent', target: '@cf/a', content: '# RULES: needle-heading\nYou obey.' });
    await createRow({ key: 'Q_SPACED', type: 'agent', target: '@cf/a', content: '#  WHAT : needle-spaced\nYou obey.' });
    await createRow({
      key: 'Q_SENSITIVE',
      type: 'fn',
      target: 'hash',
      sensitive: 1,
      content: '# WHAT: A digest.\n# EX: needle-example',
      input_schema: { type: 'object', properties: { text: { type: 'string' } } },
    });
  });

  it.each([
    ['q_http', 'Q_HTTP'],
    ['FINDS', 'Q_HTTP'],
    ['100% of_it', 'Q_HTTP'],
    ['where is Straße', 'Q_HTTP'],
    ['needle-spaced', 'Q_SPACED'],
    ['needle-example', 'Q_SENSITIVE'],
  ])('%s is found in key or doc lines, in any case, sign for sign', async (q, key) => {
    expect(await keysOf(`q=${encodeURIComponent(q)}`)).toEqual([key]);
  });

  it.each(['needle-payload', 'needle-target', 'needle-prompt', 'needle-heading', '100_', 'x%', 'x'.repeat(256), '\u0000', "' OR 1=1 --"])(
    '%s is found nowhere',
    async (q) => {
      expect(await list(`q=${encodeURIComponent(q)}`)).toMatchObject({ items: [], count: 0 });
    },
  );

  it('does not let those who may not read the examples of a sensitive row guess them', async () => {
    expect(await keysOf('q=needle-example', {})).toEqual([]);
    expect(await keysOf('q=Q_SENS', {})).toEqual(['Q_SENSITIVE']);
  });

  it('knows the heads that the parser of doc lines knows', () => {
    for (const line of [
      '# WHAT: x',
      '#WHEN_TO_USE: x',
      '# ARGS : x',
      '#\tEX:x',
      '# OUTPUT:',
      '# ALIASES: x',
      '# ASK: x',
      '# RULES: x',
      '# what: x',
      '# WHAT x',
      'WHAT: x',
      '# EXAMPLE: x',
    ]) {
      expect(headOf(line) !== undefined).toBe(splitContent(line, 'agent').docLines.length === 1);
    }
  });
});

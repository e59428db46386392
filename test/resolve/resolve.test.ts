// What resolve promises: found by what a row says, in whatever words and script, as the row is now, within its bounds.
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { addRow, call, OWNER } from '../support/api.ts';
import { plantRow } from '../support/tables.ts';

const ROWS: Readonly<Record<string, string>> = {
  SEND_INVOICE: '# WHAT: Sends an invoice to a customer.\n# ALIASES: bill somebody',
  LIST_ISSUES: '# WHAT: The issues of a project.',
  CONVERT_UNITS: '# WHAT: Converts lengths and weights.\n# ASK: how many inches are in a mile',
  GITHUB_STARS: '# WHAT: Who starred a repository on GitHub.',
  WETTER: '# WHAT: Das Wetter an einem Ort: Temperatur, Böen, Niederschläge.',
  TIANQI: '# WHAT: 查询某个城市的天气预报。',
  NALSSI: '# WHAT: 도시의 날씨를 알려줍니다.',
  AAKAT: '# WHAT: พยากรณ์อากาศของเมือง',
  MAUSAM: '# WHAT: किसी शहर का मौसम बताता है।',
  POGODA: '# WHAT: Прогноз погоды для города.',
};

beforeAll(async () => {
  for (const [key, content] of Object.entries(ROWS))
    await addRow({ key, type: 'fn', target: 'now', content, category: key === 'WETTER' ? 'local' : null });
});

const get = (query: string, headers?: Record<string, string>) => call('GET', `/api/resolve${query}`, headers === undefined ? {} : { headers });
const ask = async (question: string, more = '') => (await get(`?ask=${encodeURIComponent(question)}${more}`)).body;
const best = async (question: string) => (await ask(question)).best;

describe('a row is found', () => {
  it.each([
    ['by another form of its words', 'invoicing customers', 'SEND_INVOICE'],
    ['by an alias', 'I want to bill somebody', 'SEND_INVOICE'],
    ['by a sample question, for the short words in it', 'how many inches are in a mile', 'CONVERT_UNITS'],
    ['by a word in camel case', 'GitHub stars', 'GITHUB_STARS'],
    ['by a word without its diacritics', 'Boen und Niederschlage', 'WETTER'],
    ['in full-width letters', 'ＩＮＶＯＩＣＥ', 'SEND_INVOICE'],
    ['in Chinese, a word out of a sentence', '上海的天气', 'TIANQI'],
    ['in Korean, whatever ending a word has', '날씨', 'NALSSI'],
    ['in Thai', 'อากาศ', 'AAKAT'],
    ['in Hindi', 'मौसम', 'MAUSAM'],
    ['in Russian', 'погоды', 'POGODA'],
    ['by its key', 'list_issues', 'LIST_ISSUES'],
  ])('%s', async (_, question, key) => {
    expect(await best(question)).toBe(key);
  });

  it('by whole words, never by a piece of one', async () => {
    const { candidates } = await ask('is sue voice');
    expect(candidates.map(({ key }: { key: string }) => key)).not.toContain('LIST_ISSUES');
  });

  it('by the words of a key that was written in one', async () => {
    await addRow({ key: 'getStockPriceHistory', type: 'fn', target: 'template', content: '# WHAT: Ticks.' });
    expect(await best('the history of a stock price')).toBe('GETSTOCKPRICEHISTORY');
  });
});

describe('the answer', () => {
  it('has key, what, call signature and score of each, the best first, and the first key as best', async () => {
    const body = await ask('send an invoice');
    expect(body.candidates[0]).toEqual({
      key: 'SEND_INVOICE',
      what: 'Sends an invoice to a customer.',
      call: 'SEND_INVOICE(zone?)',
      score: expect.any(Number),
    });
    expect(body).toMatchObject({ best: 'SEND_INVOICE', count: body.candidates.length, ask_id: expect.stringMatching(/^ask_[0-9a-f]{16}$/) });
    const scores = body.candidates.map(({ score }: { score: number }) => score);
    expect(scores).toEqual(scores.toSorted((one: number, other: number) => other - one));
  });

  it('to what no row speaks of is count 0, best null and what to try', async () => {
    expect(await ask('xylophone')).toEqual({ count: 0, best: null, candidates: [], try: expect.any(Array) });
  });

  it.each(['', '?ask=', '?ask=%20%3F%21'])('to nothing asked (%s) is the list of rows with its total', async (query) => {
    const { body } = await get(`${query}${query === '' ? '?' : '&'}limit=3`);
    expect(body).toMatchObject({ count: 3, total: expect.any(Number) });
    expect(body.total).toBeGreaterThanOrEqual(Object.keys(ROWS).length);
    expect(body).not.toHaveProperty('ask_id');
  });

  it('holds the contract of the best where that is asked for', async () => {
    const body = await ask('send an invoice', '&contract=true');
    expect(body.contract).toEqual((await call('GET', '/api/directory/SEND_INVOICE/contract')).body);
    expect(await ask('xylophone', '&contract=1')).not.toHaveProperty('contract');
  });

  it('keeps to a category', async () => {
    expect((await ask('weather 天气 Wetter', '&category=local')).candidates.map(({ key }: { key: string }) => key)).toEqual(['WETTER']);
    expect((await ask('invoice', '&category=nowhere')).count).toBe(0);
  });

  it('stays short whatever rows say', async () => {
    const properties = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`a_rather_long_argument_name_${at}`, { type: 'integer' }]));
    for (let at = 0; at < 6; at++) {
      const content = `# WHAT: Zeppelin ${'very long documentation '.repeat(200)}`;
      await addRow({
        key: `ZEPPELIN_OF_THE_NORTHERN_FLEET_${at}`,
        type: 'http',
        target: 'POST https://example.com/',
        content,
        input_schema: { properties, required: Object.keys(properties) },
      });
    }
    const body = await ask('zeppelin');
    expect(body.count).toBe(5);
    expect(body.candidates.every(({ lossy, call: form }: { lossy?: true; call: string }) => lossy === true && form.endsWith('…)'))).toBe(true);
    expect(JSON.stringify(body.candidates).length).toBeLessThan(1_800);
  });
});

describe('it answers with rows as they are now', () => {
  it('a new row at once, a changed one by its new words, a deleted or disabled or hidden one not at all', async () => {
    const keys = async (question: string) => (await ask(question)).candidates.map(({ key }: { key: string }) => key);
    await addRow({ key: 'FLEETING', type: 'fn', target: 'now', content: '# WHAT: Finds a walrus.' });
    expect(await keys('walrus')).toEqual(['FLEETING']);
    await call('PATCH', '/api/directory/FLEETING', { json: { content: '# WHAT: Finds a narwhal.' } });
    expect([await keys('walrus'), await keys('narwhal')]).toEqual([[], ['FLEETING']]);
    for (const column of ['enabled', 'planner_visible']) {
      await call('PATCH', '/api/directory/FLEETING', { json: { [column]: 0 } });
      expect([column, await keys('narwhal')]).toEqual([column, []]);
      await call('PATCH', '/api/directory/FLEETING', { json: { [column]: 1 } });
      expect([column, await keys('narwhal')]).toEqual([column, ['FLEETING']]);
    }
    await call('DELETE', '/api/directory/FLEETING');
    expect(await keys('narwhal')).toEqual([]);
    await call('POST', '/api/directory/FLEETING/restore', { json: { version: 1 } });
    expect([await keys('narwhal'), await keys('walrus')]).toEqual([[], ['FLEETING']]);
  });

  it('the count of words follows every write', async () => {
    const counted = async () => (await env.DB.prepare("SELECT rows FROM directory_words WHERE word = 'okapi'").first<{ rows: number }>())?.rows ?? 0;
    const row = { key: 'OKAPI_A', type: 'fn', target: 'now', content: '# WHAT: An okapi.' };
    await addRow(row);
    await addRow({ ...row, key: 'OTHER_A', content: '# WHAT: Another okapi.' });
    expect(await counted()).toBe(2);
    await call('PATCH', '/api/directory/OKAPI_A', { json: { category: 'zoo' } });
    expect(await counted()).toBe(2);
    await call('DELETE', '/api/directory/OTHER_A');
    expect(await counted()).toBe(1);
    await call('DELETE', '/api/directory/OKAPI_A');
    expect(await env.DB.prepare('SELECT count(*) AS n FROM directory_words WHERE rows < 1').first()).toEqual({ n: 0 });
  });
});

describe('who asks', () => {
  it('without a key finds no row reserved for the owner, and is given no ask_id', async () => {
    await addRow({ key: 'OWNERS_PLATYPUS', type: 'fn', target: 'now', content: '# WHAT: A platypus.', owner_only: 1 });
    await addRow({ key: 'PLATYPUS', type: 'fn', target: 'now', content: '# WHAT: A platypus for all.' });
    const { body } = await get('?ask=platypus', {});
    expect(body.candidates.map(({ key }: { key: string }) => key)).toEqual(['PLATYPUS']);
    expect(body).not.toHaveProperty('ask_id');
    expect((await ask('platypus')).count).toBe(2);
  });
});

it('nobody learns from an answer which words the owner’s own rows hold', async () => {
  await addRow({ key: 'QUOKKA', type: 'fn', target: 'template', content: '# WHAT: A quokka.\n# ASK: where is the quokka' });
  const asked = () => get('?ask=where%20is%20the%20quokka%20quagga', {});
  await addRow({ key: 'OWNERS_OWN', type: 'fn', target: 'template', content: '# WHAT: A numbat.', owner_only: 1 });
  const before = (await asked()).body;
  await call('PATCH', '/api/directory/OWNERS_OWN', { json: { content: '# WHAT: A quagga.' } });
  expect((await asked()).body).toEqual(before);
  expect(await best('quagga')).toBe('OWNERS_OWN');
  await call('PUT', '/api/pins', { json: { pins: [{ phrase: 'where is the quokka', key: 'OWNERS_OWN' }] } });
  expect((await get('?ask=where%20is%20the%20quokka&limit=1', {})).body.best).toBe('QUOKKA');
  await call('PUT', '/api/pins', { json: { pins: [] } });
});

describe('it learns from use', () => {
  const invoke = (json: object) => call('POST', '/api/invoke', { json });
  const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

  it('a question after which a row was called leads to that row', async () => {
    await addRow({ key: 'GREETING', type: 'fn', target: 'template', content: '# WHAT: Fills in placeholders.\n["Hi {n}", {"n": "you"}]' });
    await addRow({ key: 'TAXES', type: 'fn', target: 'template', content: '# WHAT: A form of the revenue service.\n["Pay {n}", {"n": "more"}]' });
    const question = 'hocus pocus form';
    const { ask_id: id } = await ask(question);
    expect(await best(question)).toBe('TAXES');
    expect((await invoke({ key: 'GREETING', ask_id: id })).status).toBe(200);
    await expect.poll(async () => (await ask('hocus pocus')).best).toBe('GREETING');
    // Nobody without a key can find out, word by word, what others asked.
    expect((await get('?ask=hocus%20pocus', {})).body.count).toBe(0);
    await invoke({ key: 'GREETING', ask_id: id });
    await settled();
    const docs = await env.DB.prepare("SELECT learned FROM directory_docs WHERE key = 'GREETING'").first<{ learned: string }>();
    expect(docs?.learned.split('\n').filter((line) => line !== '')).toHaveLength(1);
    await call('PATCH', '/api/directory/GREETING', { json: { category: 'x' } });
    expect(await best('hocus pocus')).toBe('GREETING');
  });

  it('an unknown id changes nothing, and one that is none is refused by name', async () => {
    expect((await invoke({ key: 'GREETING', ask_id: 'ask_0123456789abcdef' })).status).toBe(200);
    expect(await invoke({ key: 'GREETING', ask_id: 'nonsense' })).toMatchObject({ status: 400, body: { error: 'invalid_field:ask_id' } });
  });
});

it('a row whose content is bytes spoils no listing, no question and nobody’s index', async () => {
  await plantRow({ key: 'BYTES', type: 'fn', target: 'now', content: null, contract_hash: '0'.repeat(64) });
  await env.DB.exec("UPDATE directory SET content = x'00ff00' WHERE key = 'BYTES'");
  await env.DB.exec('DELETE FROM directory_docs');
  const { handle } = await import('../../src/app.ts');
  const own = { ...env };
  const read = async (path: string, headers: Record<string, string> = {}) =>
    (await handle(new Request(`http://localhost${path}`, { headers }), own)).status;
  for (const path of [
    '/api/resolve?ask=invoice',
    '/?ask=invoice',
    '/?key=BYTES',
    '/api/dispatch?registry=1&limit=500',
    '/api/dispatch?key=BYTES',
    '/api/directory?limit=500',
    '/api/directory/BYTES/contract',
  ])
    for (const headers of [{}, OWNER] as Record<string, string>[]) expect([path, await read(path, headers)]).toEqual([path, 200]);
  expect((await call('POST', '/api/invoke', { json: { key: 'BYTES' } })).status).toBe(422);
  await call('DELETE', '/api/directory/BYTES');
});

it('rows put into the database past this service are found after all', async () => {
  const { env: own } = await import('cloudflare:workers');
  await own.DB.exec('DELETE FROM directory_docs');
  await plantRow({ key: 'PLANTED', type: 'fn', target: 'now', content: '# WHAT: A mandrake.', contract_hash: '0'.repeat(64) });
  // Another isolate of the same database looks once, as every new one does.
  const { handle } = await import('../../src/app.ts');
  const request = new Request('http://localhost/api/resolve?ask=mandrake', { headers: { 'x-terminal-key': own.TERMINAL_KEY } });
  const body = await (await handle(request, { ...own })).json<{ best: string }>();
  expect(body.best).toBe('PLANTED');
  expect(await best('send an invoice')).toBe('SEND_INVOICE');
});

it('words made late never take the place of those of a newer write', async () => {
  const { handle } = await import('../../src/app.ts');
  await plantRow({ key: 'RACED', type: 'fn', target: 'now', content: '# WHAT: A gryphon.', contract_hash: '0'.repeat(64) });
  // Somebody writes the row between the moment it is read and that when its words are put down.
  let writes = 0;
  let batches = 0;
  const DB = new Proxy(env.DB, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== 'batch') return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(target) : value;
      return async (statements: D1PreparedStatement[]) => {
        // The first batch reads what the question needs.
        if (batches > 0) await call('PATCH', '/api/directory/RACED', { json: { content: `# WHAT: A basilisk, number ${++writes}.` } });
        const results = await target.batch(statements);
        batches += 1;
        return results;
      };
    },
  });
  await handle(new Request('http://localhost/api/resolve?ask=gryphon', { headers: OWNER }), { ...env, DB });
  // That is done after the answer.
  await expect.poll(() => batches).toBeGreaterThan(1);
  const versions = await env.DB.prepare(
    "SELECT d.version AS row, s.version AS words FROM directory d JOIN directory_docs s ON s.key = d.key WHERE d.key = 'RACED'",
  ).first();
  expect(versions).toEqual({ row: writes + 1, words: writes + 1 });
});

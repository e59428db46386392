// GET /openapi/directory.json: an operation for each row that the caller may see, true for any number of rows of any kind.
import { env, exports } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { addRow, call, OWNER } from '../../support/api.ts';
import { NASTY_ROWS } from '../../support/nastyRows.ts';
import { expectProblem } from '../../support/problems.ts';
import { plantRow } from '../../support/tables.ts';

const document = async (query = '', headers: Record<string, string> = OWNER) =>
  (await call('GET', `/openapi/directory.json${query}`, { headers })).body;
const keysOf = ({ paths }: { paths: object }) => Object.keys(paths).map((path) => path.slice('/api/invoke/'.length));
const argsOf = (post: { requestBody: { content: Record<string, { schema: { allOf: { properties: Record<string, unknown> }[] } }> } }) =>
  post.requestBody.content['application/json']?.schema.allOf[1]?.properties;

beforeAll(async () => {
  await addRow({ key: 'CLOCK', type: 'fn', target: 'now', category: 'time', examples: ['Asia/Tokyo'] });
  await addRow({
    key: 'SUM',
    type: 'http',
    target: 'POST https://tools.example/sum',
    category: 'maths',
    content: '# WHAT: Adds.\n# WHEN_TO_USE: Two numbers.\n# OUTPUT: The sum.',
    input_schema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'], additionalProperties: false },
    output_schema: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] },
    examples: [{ a: 1, b: 2 }],
    sensitive: 1,
  });
  await addRow({ key: 'NUMBERED', type: 'http', target: 'GET https://tools.example/$1/$2' });
  await addRow({ key: 'HIDDEN', type: 'fn', target: 'now', planner_visible: 0 });
  await addRow({ key: 'OFF', type: 'fn', target: 'now', enabled: 0 });
  await addRow({ key: 'MINE', type: 'fn', target: 'now', owner_only: 1 });
});

describe('the operation of a row', () => {
  it('is typed by the row’s own schemas, and shows a valid call', async () => {
    const { post } = (await document('?keys=SUM')).paths['/api/invoke/SUM'];
    expect(post).toMatchObject({ operationId: 'SUM', tags: ['maths'], summary: 'Adds.' });
    expect(argsOf(post)).toEqual({
      args: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'], additionalProperties: false },
    });
    expect(post.requestBody.content['application/json'].example).toEqual({ args: { a: 1, b: 2 } });
    expect(post.responses['200'].content['application/json'].schema.allOf[1].properties.data).toMatchObject({ type: 'object', required: ['sum'] });
  });

  it('of a function without a schema has that of the function; of numbered arguments their text', async () => {
    const { paths } = await document('?keys=CLOCK,NUMBERED');
    expect(argsOf(paths['/api/invoke/CLOCK'].post)).toMatchObject({ args: { properties: { zone: { type: 'string' } } } });
    expect(argsOf(paths['/api/invoke/NUMBERED'].post)).toEqual({ body: { type: 'string', description: expect.any(String) } });
  });

  it('shows examples of a sensitive row to its owner alone', async () => {
    const { post } = (await document('?keys=SUM', {})).paths['/api/invoke/SUM'];
    expect(post.requestBody.content['application/json'].example).not.toEqual({ args: { a: 1, b: 2 } });
  });

  it('can be called as it says', async () => {
    const { post } = (await document('?keys=CLOCK')).paths['/api/invoke/CLOCK'];
    const { status, body } = await call('POST', '/api/invoke/CLOCK', { json: post.requestBody.content['application/json'].example });
    expect([status, body.data.zone]).toEqual([200, 'Asia/Tokyo']);
  });
});

describe('which rows', () => {
  it('are those that resolve may find and the caller may see', async () => {
    expect(keysOf(await document())).toEqual(['CLOCK', 'MINE', 'NUMBERED', 'SUM']);
    const open = await document('', {});
    expect(keysOf(open)).toEqual(['CLOCK', 'NUMBERED', 'SUM']);
    // Where a row leads is for its owner to know, and not for a document.
    for (const text of ['tools.example', 'MINE', 'HIDDEN', 'OFF']) expect(JSON.stringify(open)).not.toContain(text);
  });

  it('can be chosen by category, type and keys, in any case', async () => {
    expect(keysOf(await document('?category=maths'))).toEqual(['SUM']);
    expect(keysOf(await document('?type=fn'))).toEqual(['CLOCK', 'MINE']);
    expect(keysOf(await document('?keys=sum,%20clock'))).toEqual(['CLOCK', 'SUM']);
    expect(keysOf(await document('?category=nothing'))).toEqual([]);
  });

  it('that are named and not there, or not to be seen, are one refusal', async () => {
    for (const key of ['NO_SUCH_ROW', 'HIDDEN', 'OFF', 'a b', '', ','])
      expectProblem(await call('GET', `/openapi/directory.json?keys=CLOCK,${encodeURIComponent(key)}`), 404, 'unknown_key');
    expectProblem(await call('GET', '/openapi/directory.json?keys=MINE', { headers: {} }), 404, 'unknown_key');
  });

  it('are as they are now', async () => {
    await addRow({ key: 'FRESH', type: 'fn', target: 'now', category: 'fresh' });
    expect(keysOf(await document('?category=fresh'))).toEqual(['FRESH']);
    await call('DELETE', '/api/directory/FRESH');
    expect(keysOf(await document('?category=fresh'))).toEqual([]);
  });
});

it('no configured secret is in the document, wherever a row has it', async () => {
  const secret = String(env['UPSTREAM_KEY']);
  await plantRow({
    key: 'LEAKY',
    type: 'http',
    target: 'POST https://tools.example/x',
    category: secret,
    content: `# WHAT: Uses ${secret} and ${btoa(secret)}.`,
    input_schema: JSON.stringify({
      type: 'object',
      properties: { [secret]: { type: 'string', description: secret, enum: [secret] } },
      $defs: { [secret]: {} },
    }),
    contract_hash: '0'.repeat(64),
  });
  const text = JSON.stringify(await document());
  expect(text).toContain('LEAKY');
  for (const spelling of [secret, btoa(secret).slice(0, 20)]) expect(text).not.toContain(spelling);
  await env.DB.exec("DELETE FROM directory WHERE key = 'LEAKY'");
});

it('rows that nobody would write on purpose break no document and take no other row along', async () => {
  for (const row of NASTY_ROWS.filter(({ key }) => key !== 'NUMBERED')) await plantRow(row);
  const made = await document();
  const keys = Object.values(made.paths as Record<string, { post: { operationId: string } }>).map(({ post }) => post.operationId);
  const callable = NASTY_ROWS.map(({ key }) => String(key)).filter((key) => /^[A-Z0-9_]+$/.test(key));
  expect(callable.length).toBe(NASTY_ROWS.length - 2);
  expect(keys.toSorted()).toEqual([...callable, 'CLOCK', 'MINE', 'SUM'].toSorted());
  const text = JSON.stringify(made);
  for (const [, name] of text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)) expect(Object.keys(made.components.schemas)).toContain(name);
  expect(text).not.toMatch(/<script|<img|eval\(/);
  expect(made.paths['/api/invoke/MALFORMED'].post.description).toContain('malformed');
  expect(made.paths['/api/invoke/NOT_JSON'].post.description).toContain('cannot run');
});

it('10,000 rows are all there, and come in pieces', async () => {
  const columns = 'key, type, target, category, content, input_schema, contract_hash';
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
     INSERT INTO directory (${columns}) SELECT printf('BULK_%05d', i), 'http', 'POST https://tools.example/' || i, 'bulk', '# WHAT: Row number ' || i || ' of many.',
     '{"type":"object","properties":{"id":{"type":"integer"},"text":{"type":"string","maxLength":' || i || '}},"required":["id"]}', ? FROM n`,
  )
    .bind('0'.repeat(64))
    .run();
  const response = await exports.default.fetch('http://localhost/openapi/directory.json?category=bulk', { headers: OWNER });
  let text = '';
  let pieces = 0;
  let largest = 0;
  const decoder = new TextDecoder();
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    pieces += 1;
    largest = Math.max(largest, chunk.byteLength);
    text += decoder.decode(chunk, { stream: true });
  }
  const { paths, tags } = JSON.parse(text) as { paths: Record<string, { post: object }>; tags: object[] };
  expect(Object.keys(paths)).toEqual(Array.from({ length: 10_000 }, (_, at) => `/api/invoke/BULK_${String(at + 1).padStart(5, '0')}`));
  expect(JSON.stringify(paths['/api/invoke/BULK_07777'])).toContain('"maxLength":7777');
  expect(tags).toHaveLength(1);
  expect(pieces).toBeGreaterThan(10);
  expect(largest).toBeLessThan(text.length / 10);
  // A database that fails on the way: the document ends where it is, unfinished, and nothing else is hurt.
  const broken = await exports.default.fetch('http://localhost/openapi/directory.json?category=bulk', { headers: OWNER });
  const reader = (broken.body as unknown as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  await env.DB.exec('ALTER TABLE directory RENAME TO directory_elsewhere');
  const rest = async () => {
    while (!(await reader.read()).done);
  };
  await expect(rest()).rejects.toThrow();
  await env.DB.exec('ALTER TABLE directory_elsewhere RENAME TO directory');
  expect(keysOf(await document('?keys=CLOCK'))).toEqual(['CLOCK']);
  await env.DB.exec("DELETE FROM directory WHERE category = 'bulk'");
});

it('few large rows come in pieces too', async () => {
  const schema = JSON.stringify({ type: 'object', properties: { a: { type: 'string', description: 'x'.repeat(900_000) } } });
  for (let at = 0; at < 12; at++)
    await plantRow({
      key: `LARGE_${at}`,
      type: 'http',
      target: 'POST https://tools.example/x',
      category: 'large',
      content: '# WHAT: Large.',
      input_schema: schema,
      contract_hash: '0'.repeat(64),
    });
  const made = await document('?category=large');
  expect(keysOf(made)).toHaveLength(12);
});

// Each rule of the hygiene list refuses the row that breaks it: by POST, by PUT, and by the PATCH that newly breaks it.
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { HYGIENE_RULES } from '../../../src/capability/rules.ts';
import { call } from '../../support/api.ts';
import { expectProblem } from '../../support/problems.ts';
import { storedState } from '../../support/tables.ts';
import { createRow, GOOD, patchRow, replaceRow, rulesOf } from './rows.ts';

const http = (target: string, more: object = {}) => ({ type: 'http', target, content: '# WHAT: A call.', ...more });
const agent = (more: object = {}) => ({ type: 'agent', target: '@cf/meta/llama', content: 'You help.', ...more });
const schema = (more: object = {}) => ({ type: 'object', properties: { a: { type: 'string' } }, ...more });
const hash = (more: object = {}) => ({ type: 'fn', target: 'hash', content: '# WHAT: A digest.', ...more });
/** A shape of a key that no scanner takes for a leak of this file. */
const githubToken = ['ghp', 'a1B2c3D4e5'.repeat(4)].join('_');

/** Rule → rows that break it and no other, whole or as what a patch changes in GOOD. */
const BROKEN: Readonly<Record<string, readonly object[]>> = {
  missing_description: [
    { content: '' },
    { content: null },
    { content: '["$1"]', input_schema: null, target: 'hash' },
    { content: '#' },
    { content: '# WHAT:' },
    agent({ content: '' }),
    agent({ content: ' \n' }),
  ],
  high_risk_missing_schema: [{ sensitive: 1 }, { sensitive: true }, http('POST https://api.example.com/pay', { sensitive: 1 })],
  invalid_input_schema: [
    ...[
      'nonsense',
      [],
      7,
      'true',
      { type: 'nonsense' },
      { type: 'string' },
      { properties: { a: { type: 7 } } },
      { properties: { 1: {} } },
      { required: 'a' },
    ].map((input_schema) => hash({ input_schema })),
    hash({ input_schema: schema({ properties: { a: { type: 'string', pattern: '(a+)+$' } } }) }),
    hash({ input_schema: schema({ properties: { a: { pattern: '[' } } }) }),
    hash({ input_schema: schema({ $ref: 'https://example.com/schema.json' }) }),
    hash({ input_schema: schema({ $schema: 'http://json-schema.org/draft-03/schema#' }) }),
    hash({ input_schema: `${'{"not":'.repeat(200)}{}${'}'.repeat(200)}` }),
    hash({ input_schema: `${'{"not":'.repeat(50_000)}{}${'}'.repeat(50_000)}` }),
  ],
  invalid_output_schema: ['nonsense', [], { type: 'nonsense' }, { properties: 7 }, `${'{"not":'.repeat(50_000)}{}${'}'.repeat(50_000)}`].map(
    (output_schema) => ({ output_schema }),
  ),
  bad_examples: [
    hash({ examples: 'nonsense' }),
    hash({ examples: {} }),
    hash({ examples: [{ text: 7 }] }),
    hash({ examples: [{}] }),
    hash({ examples: [{ text: 'a', later: 1 }] }),
    hash({ examples: ['a|sha-256|c'] }),
    hash({ examples: `${'['.repeat(50_000)}${']'.repeat(50_000)}` }),
    hash({ examples: '[{"__proto__":1,"text":"a"}]' }),
  ],
  bad_target: [
    http('https://api.example.com/'),
    http('FETCH https://api.example.com/'),
    http('GET'),
    http('GET ftp://api.example.com/'),
    http('GET data:text/plain,x'),
    http('GET //api.example.com/'),
    http('GET \\api'),
    http('GET https://user:pw@api.example.com/'),
    http('MCP https://api.example.com/mcp'),
    agent({ target: '' }),
    { type: 'flow', target: 'x', content: '# WHAT: Steps.\nCLOCK:' },
  ],
  bad_template: [
    hash({ content: '# WHAT: A digest.\n["$1"' }),
    hash({ content: '# WHAT: A digest.\n{"text":"$1"}' }),
    hash({ content: '# WHAT: A digest.\n["$1+","$2"]' }),
    http('POST https://api.example.com/{id}/$1'),
    http('POST https://api.example.com/', { content: '# WHAT: A call.\nAuthorization: Bearer x\n\n{}' }),
    http('POST https://api.example.com/', { content: '# WHAT: A call.\nHost: x\n\n{}' }),
    http('POST https://api.example.com/', { content: '# WHAT: A call.\nCookie: x\n\n{}' }),
  ],
  bad_runner: [{ runner: 'moon' }, { runner: 'workflow' }, { runner: 'EDGE' }],
  unknown_fn: [{ target: 'nwo' }, { target: null }, { target: 'constructor' }, { target: '__proto__' }],
  target_slot_in_origin: [
    http('GET https://$1.example.com/'),
    http('GET https://api.example.com:$1/'),
    http('GET $1://api.example.com/'),
    http('GET https://{host}/'),
  ],
  unknown_auth_prefix: [
    { auth: 'token:X_KEY' },
    { auth: 'X_KEY' },
    { auth: 'bearer:' },
    { auth: 'headers:[]' },
    { auth: 'headers:{"host":"$X_KEY"}' },
    { auth: 'query:X_KEY' },
  ],
  credential_not_allowed: [
    { auth: 'bearer:HOME' },
    { auth: 'bearer:TERMINAL_KEY' },
    { auth: 'basic:ORIGIN' },
    { auth: 'query:k=MCP_TOKEN' },
    { auth: 'headers:{"x-a":"$UPSTREAM_KEY $PATH"}' },
  ],
  secret_in_row: [{ content: `# WHAT: The time.\n["${githubToken}"]`, target: 'template' }, http(`GET https://api.example.com/?k=${githubToken}`)],
  unknown_include: [agent({ includes: 'NO_SUCH_BLOCK' }), agent({ includes: 'TONE,NO_SUCH_BLOCK' })],
  effect_contradiction: [
    { target: 'kv_put', effect: 'read' },
    http('DELETE https://api.example.com/$1', { effect: 'write' }),
    http('DELETE https://api.example.com/$1', { effect: 'read' }),
    http('GET https://api.example.com/', { effect: 'destructive' }),
  ],
  unsafe_text: ['\u0007', '\u202e', '\u{e0041}', '\u2066', '\ud800', '\u0000', '\u009b'].map((character) => ({
    content: `# WHAT: The${character} time.`,
  })),
};

let made = 0;
/** A key that no row has, also where an earlier row was let pass by mistake. */
const fresh = () => `NEW_${(made += 1)}`;

beforeAll(async () => {
  await call('PUT', '/api/blocks/TONE', { json: { content: 'Be kind.' } });
  await createRow({ ...GOOD, key: 'TO_REPLACE' });
  await createRow({ ...GOOD, key: 'TO_PATCH' });
});

describe.each(Object.entries(BROKEN))('%s', (rule, rows) => {
  it.each(rows.map((row) => [JSON.stringify(row).slice(0, 120), row] as const))('refuses %s', async (_, row) => {
    const before = await storedState();
    for (const answered of [
      await createRow({ ...GOOD, key: fresh(), ...row }),
      await replaceRow('TO_REPLACE', { ...GOOD, key: 'TO_REPLACE', ...row }),
      await patchRow('TO_PATCH', row),
    ]) {
      expectProblem(answered, 422, `registry_hygiene_refused: ${rule}`);
      expect(rulesOf(answered)).toContain(rule);
      for (const violation of answered.body.violations as { pointer: string; message: string }[]) {
        expect(violation.pointer).toMatch(/^\//);
        expect(violation.message.length).toBeGreaterThan(10);
      }
    }
    expect(await storedState()).toEqual(before);
  });
});

describe('the list of rules', () => {
  it('is covered, but for the key, which a path or a schema holds, and the grammar of flows', () => {
    expect(Object.keys(BROKEN)).toEqual(HYGIENE_RULES.filter((rule) => rule !== 'bad_key' && rule !== 'bad_flow'));
  });

  it('gives the name of the first broken rule, and names all', async () => {
    const answered = await createRow({ ...GOOD, key: '1X', content: '', sensitive: 1, target: 'nwo', auth: 'bearer:HOME', runner: 'moon' });
    expectProblem(answered, 422, 'registry_hygiene_refused: missing_description');
    expect(rulesOf(answered)).toEqual([
      'missing_description',
      'high_risk_missing_schema',
      'bad_key',
      'bad_runner',
      'unknown_fn',
      'credential_not_allowed',
    ]);
  });
});

describe('bad_key', () => {
  it.each(['1X', '', 'A-B', 'A B', 'A.B', 'Ä', 'A'.repeat(65), 'ſ', 'A\u200b', 'KEY\n', 'a/b', '\u202eX', '😀'])('refuses %j', async (key) => {
    const before = await storedState();
    expectProblem(await createRow({ ...GOOD, key }), 422, 'registry_hygiene_refused: bad_key');
    expect(await storedState()).toEqual(before);
  });
});

describe('secret_in_row', () => {
  const secret = String(env.UPSTREAM_KEY);
  const spellings = [
    secret,
    encodeURIComponent(secret).replaceAll('-', '%2D'),
    btoa(`x${secret}`),
    Array.from(secret, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  ];
  const columns: readonly ((text: string) => object)[] = [
    (text) => http(`GET https://api.example.com/?k=${text}`),
    (text) => ({ auth: `headers:{"x-a":"${text}"}` }),
    (text) => ({ content: `# WHAT: ${text}` }),
    (text) => ({ content: `# WHAT: The time.\n["${text}"]`, target: 'template' }),
    (text) => ({ category: text.slice(0, 64) }),
    (text) => agent({ allowed_categories: text }),
    (text) => hash({ input_schema: { type: 'object', properties: { text: { type: 'string', description: text } } } }),
    (text) => hash({ examples: [{ text }] }),
    (text) => ({ output_schema: { description: text } }),
    (text) => agent({ includes: text }),
    (text) => ({ runner: text }),
  ];

  it.each(columns.map((column) => [Object.keys(column('')).at(-1), column] as const))(
    'finds a configured credential in %s, in any spelling, and never repeats it',
    async (_, column) => {
      const before = await storedState();
      for (const text of spellings.filter((spelling) => spelling.length <= 64 || !('category' in column('')))) {
        const answered = await createRow({ ...GOOD, key: fresh(), ...column(text) });
        expect(answered.status).toBe(422);
        expect(rulesOf(answered)).toContain('secret_in_row');
        expect(JSON.stringify(answered.body)).not.toContain(secret);
      }
      expect(await storedState()).toEqual(before);
    },
  );

  it('finds the owner key too', async () => {
    const answered = await createRow({ ...GOOD, key: fresh(), content: `# WHAT: ${env.TERMINAL_KEY}` });
    expectProblem(answered, 422, 'registry_hygiene_refused: secret_in_row');
    expect(JSON.stringify(answered.body)).not.toContain(env.TERMINAL_KEY);
  });

  it('leaves docs, examples and schemas free to show what a key looks like', async () => {
    const row = {
      content: `# WHAT: Checks a token such as ${githubToken}.`,
      target: 'hash',
      examples: [{ text: githubToken }],
      input_schema: { type: 'object', properties: { text: { type: 'string', default: githubToken } } },
    };
    expect((await createRow({ ...GOOD, key: 'SHOWS_SHAPES', ...row })).status).toBe(201);
  });
});

describe('unsafe_text', () => {
  it.each(['content', 'category', 'target', 'auth', 'runner', 'includes', 'allowed_categories'])('is looked for in %s', async (column) => {
    const answered = await createRow({ ...GOOD, key: fresh(), [column]: `${GOOD.content}\u202e` });
    expect(answered.status).toBe(422);
    expect(rulesOf(answered)).toContain('unsafe_text');
  });

  it.each(['input_schema', 'output_schema', 'examples'])('is looked for in %s behind JSON escapes', async (column) => {
    const text = column === 'examples' ? '[{"text":"\\u202e"}]' : '{"description":"\\u202e"}';
    for (const value of [text, JSON.parse(text) as unknown]) {
      const answered = await createRow(hash({ key: fresh(), [column]: value }));
      expect(answered.status).toBe(422);
      expect(rulesOf(answered)).toContain('unsafe_text');
    }
  });

  it('lets ZWJ and ZWNJ be, and drops zero-width space, word joiner and BOM from docs with a warning', async () => {
    const answered = await createRow({ ...GOOD, key: 'INVISIBLE', content: '# WHAT: می‌خواهم 👩‍💻 ti\u200bme\u2060\ufeff\n' });
    expect(answered.status).toBe(201);
    expect(answered.body.warnings).toEqual([expect.stringContaining('invisible')]);
    expect((await call('GET', '/api/directory/INVISIBLE')).body.content).toBe('# WHAT: می‌خواهم 👩‍💻 time\n');
  });
});

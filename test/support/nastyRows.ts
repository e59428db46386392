// Rows as an old build, an import or a hand with SQL may have left them, and rows that are merely large or strange. No document
// made of them may break. Columns as they are stored.

type StoredRow = Readonly<Record<string, string | number | null>>;

const row = (key: string, schema: unknown, more: StoredRow = {}): StoredRow => ({
  key,
  type: 'http',
  target: 'POST https://tools.example/call',
  content: `# WHAT: ${key} of the nasty rows.`,
  category: 'nasty',
  input_schema: typeof schema === 'string' ? schema : JSON.stringify(schema),
  contract_hash: '0'.repeat(64),
  ...more,
});

const manyFields = Object.fromEntries(
  Array.from({ length: 200 }, (_, at) => [`field_${at}`, { type: at % 2 === 0 ? 'string' : 'integer', description: `Field ${at}.` }]),
);
const deep = (levels: number): unknown => (levels === 0 ? { type: 'string' } : { type: 'object', properties: { a: deep(levels - 1) } });

export const NASTY_ROWS: readonly StoredRow[] = [
  row('TREE', {
    type: 'object',
    properties: { root: { $ref: '#/$defs/node' } },
    $defs: { node: { type: 'object', properties: { children: { type: 'array', items: { $ref: '#/$defs/node' } }, parent: { $ref: '#' } } } },
  }),
  row('MUTUAL', {
    type: 'object',
    properties: { a: { $ref: '#/definitions/A' } },
    definitions: {
      A: { type: 'object', properties: { b: { $ref: '#/definitions/B' } } },
      B: { type: 'object', properties: { a: { $ref: '#/definitions/A' } } },
    },
  }),
  row('SELF_ALIAS', { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { $ref: '#/$defs/a' } } }),
  row('CIRCLE_OF_ALIASES', { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }),
  row('ANY_OF', {
    type: 'object',
    anyOf: [
      { properties: { a: { type: 'string' } }, required: ['a'] },
      { properties: { b: { type: 'integer' } }, required: ['b'] },
    ],
  }),
  row('LONELY', { type: 'object', oneOf: [{ properties: { a: { type: 'string' } } }], properties: { b: { allOf: [{ type: 'string' }] } } }),
  row('DRAFT_07', {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'https://schemas.example/x',
    type: 'object',
    properties: { pair: { type: 'array', items: [{ type: 'string' }, { type: 'integer' }], additionalItems: false } },
    dependencies: { pair: ['other'] },
    definitions: {},
  }),
  row('DRAFT_04', {
    $schema: 'http://json-schema.org/draft-04/schema#',
    id: '#x',
    type: 'object',
    properties: { n: { type: 'number', minimum: 1, exclusiveMinimum: true } },
  }),
  row('OPENAPI_30', { type: 'object', properties: { a: { type: 'string', nullable: true, example: 'x', xml: {}, discriminator: 'a' } } }),
  row('UNICODE', {
    type: 'object',
    properties: { 名前: { type: 'string' }, 'ключ/слово~': { type: 'integer' }, 'uids[]': { type: 'array' }, '🙂': {} },
    required: ['名前'],
  }),
  row('TWO_HUNDRED_FIELDS', { type: 'object', properties: manyFields, required: Object.keys(manyFields).slice(0, 100) }),
  row('DEEP', deep(60)),
  row('BOTTOMLESS', `${'{"not":'.repeat(20_000)}{}${'}'.repeat(20_000)}`),
  row('NOT_JSON', '{"type": "object", '),
  row('NOT_A_SCHEMA', '["object"]'),
  row('MALFORMED', {
    type: 'objekt',
    properties: ['a'],
    required: 'a',
    enum: 1,
    items: 7,
    pattern: '(',
    minimum: 'x',
    multipleOf: 0,
    anyOf: [],
    allOf: {},
    $defs: 3,
    additionalProperties: 1,
  }),
  row('DANGLING', {
    type: 'object',
    properties: { a: { $ref: '#/$defs/nowhere' }, b: { $ref: 'https://schemas.example/y.json' }, c: { $ref: '#anchor' } },
  }),
  row('PROTO', '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"},"toString":{}}}'),
  row('TYPES', {
    type: 'object',
    properties: {
      a: { type: ['string', 'null'] },
      b: { type: ['array', 'object'] },
      c: { enum: [1, 1, 'x', null] },
      d: { type: 'string', enum: [1, 2] },
      e: { const: { a: 1 } },
      f: true,
      g: false,
    },
  }),
  row('DEFAULTS', {
    type: 'object',
    properties: {
      a: { type: 'integer', default: 'x' },
      b: { type: 'string', format: 'email', default: 'nobody' },
      c: { type: 'string', pattern: '^a$', default: 'b' },
      d: { type: 'array', default: [1] },
    },
  }),
  row(
    'MARKUP',
    {
      type: 'object',
      properties: { a: { type: 'string', description: '<script>alert(1)</script> eval(1)' } },
      description: '<img src=x onerror=alert(1)>',
    },
    { content: '# WHAT: <script>alert(1)</script> eval(1) [x](javascript:alert(1))' },
  ),
  row('SAYS_NOTHING', null, { content: null, input_schema: null, category: null }),
  row('BAD_EXAMPLES', { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] }, { examples: '[{"a":"x"},7,null]' }),
  row('EXAMPLES_NOT_JSON', { type: 'object' }, { examples: '{' }),
  row(
    'OUTPUT',
    { type: 'object' },
    {
      output_schema: JSON.stringify({
        type: 'array',
        items: { $ref: '#/$defs/item' },
        $defs: { item: { type: 'object', properties: { next: { $ref: '#/$defs/item' } } } },
      }),
    },
  ),
  row('BAD_OUTPUT', { type: 'object' }, { output_schema: '{"type":7}' }),
  row('NUMBERED', null, { input_schema: null, target: 'GET https://tools.example/$1/$2' }),
  row('VARIABLES', null, { input_schema: null, target: 'GET https://tools.example/{owner}/{repo}{?page}' }),
  row('NO_SUCH_FUNCTION', null, { input_schema: null, type: 'fn', target: 'nothing' }),
  row('lower case', { type: 'object' }),
  row('SLASH/IN?KEY#', { type: 'object' }),
  row('AGENT', null, { input_schema: null, type: 'agent', target: 'some-model' }),
  row('LONG_WHAT', null, { input_schema: null, content: `# WHAT: ${'words and words '.repeat(400)}` }),
  row('NO_CATEGORY_NAME', null, { input_schema: null, category: '' }),
];

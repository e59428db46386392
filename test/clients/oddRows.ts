// Rows whose schemas, names and texts have been too much for generators: their clients compile all the same.

interface Schema {
  readonly [keyword: string]: unknown;
}

export interface OddRow {
  readonly key: string;
  readonly input_schema: Schema;
  readonly output_schema?: Schema;
}

const object = (properties: Schema, more: Schema = {}): Schema => ({ type: 'object', properties, ...more });
const text = { type: 'string' };
const node = object({ name: text, kids: { type: 'array', items: { $ref: '#/$defs/node' } } });
const tree = object({ tree: { $ref: '#/$defs/node' } }, { $defs: { node } });
const wide = Array.from({ length: 200 }, (_, at) => [`f${at}`, { type: ['string', 'null'], enum: ['a', 'b', null] }] as const);

/** Words that mean something in TypeScript or in generated code. */
const WORDS = ['DELETE', 'FETCH', 'AWAIT', 'PROMISE', 'RECORD', 'REPLY', 'PROBLEM', 'CLIENT', 'OPTIONS', 'HEADERS', 'PROOF_STATUS'];

export const ODD_ROWS: readonly OddRow[] = [
  ...WORDS.map((key) => ({ key, input_schema: object({ text }) })),
  { key: 'ODD_RECURSIVE', input_schema: tree, output_schema: tree },
  { key: 'ODD_SELF', input_schema: object({ name: text, next: { $ref: '#' } }) },
  {
    key: 'ODD_CHOICE',
    input_schema: object(
      {
        a: { anyOf: [text, { type: 'integer' }, { type: 'null' }] },
        b: { oneOf: [object({ kind: { const: 'x' } }, { required: ['kind'] }), object({ kind: { const: 'y' } }, { required: ['kind'] })] },
      },
      { anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    ),
  },
  {
    key: 'ODD_DRAFT_07',
    input_schema: object(
      { pair: { type: 'array', items: [text, { type: 'number' }], additionalItems: false }, part: { $ref: '#/definitions/a b' } },
      { $schema: 'http://json-schema.org/draft-07/schema#', definitions: { 'a b': text }, dependencies: { pair: ['part'] } },
    ),
  },
  {
    key: 'ODD_NAMES',
    input_schema: object({
      größe: text,
      名前: text,
      'with space': text,
      'quote"\'`': text,
      'back\\slash': text,
      '1st': text,
      constructor: text,
      class: text,
    }),
  },
  { key: 'ODD_TEXTS', input_schema: object({ '*/ end': { type: 'string', description: '*/ export const x = `${y}`; /*' } }) },
  {
    key: 'ODD_VALUES',
    input_schema: object({
      any: { enum: ['a b', '*/', '1', 1, null, true, "it's", '`${x}`', 'ü', '', '-'] },
      same: { enum: ['A', 'a', 'A-', 'A_'] },
    }),
  },
  { key: 'ODD_WIDE', input_schema: object(Object.fromEntries(wide)) },
];

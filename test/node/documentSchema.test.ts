// A row's schema in an OpenAPI document allows what the stored one allows, whatever the row says, and never breaks the document.
import { Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTools } from '../../bench/toolRows.ts';
import { checkSchema, validate } from '../../src/capability/jsonSchema.ts';
import { documentSchema } from '../../src/projections/openapi/documentSchema.ts';
import type { Json, JsonSchema } from '../../src/templates/parameters.ts';
import { ROOT } from './startedRowcall.ts';

const pool = (await readTools(join(ROOT, 'bench/data/mcp/pool.jsonl')))
  .map(({ schema }) => schema as JsonSchema)
  .filter((schema) => schema !== null && typeof schema === 'object');

/** Whether the document's form of a schema takes a value. */
function documented(schema: JsonSchema): (value: Json) => boolean {
  const made = documentSchema(schema, 'KEY');
  const validator = new Validator({ allOf: [made.schema], components: { schemas: made.components } }, '2020-12');
  return (value) => validator.validate(value).valid;
}

const scalar = fc.constantFrom<Json>(
  undefined as unknown as Json,
  null,
  true,
  0,
  1,
  1.5,
  -3,
  100,
  '',
  'x',
  'a@b.cd',
  '2026-01-01',
  [],
  ['x'],
  [1, 1],
  {},
  { a: 1 },
);

/** Objects with some of the members that a schema names, and strangers. */
function objectsFor({ properties }: JsonSchema): fc.Arbitrary<Json> {
  const named = Object.entries((properties ?? {}) as Record<string, JsonSchema | undefined>).map(([name, schema]) => {
    const choices = [...(Array.isArray(schema?.['enum']) ? schema['enum'] : []), schema?.['default'] ?? null];
    return [name, fc.oneof(scalar, fc.constantFrom(...choices))] as const;
  });
  return fc
    .record(Object.fromEntries([...named, ['stranger', scalar]]), { requiredKeys: [] })
    .map((value) => JSON.parse(JSON.stringify(value)) as Json);
}

describe('the schema of a row in the document', () => {
  it('takes what the row takes, and nothing else: 1,842 real schemas', () => {
    expect(pool.length).toBeGreaterThan(1_700);
    let compared = 0;
    for (const [at, schema] of pool.entries()) {
      if (checkSchema(schema).length > 0) continue;
      const takes = documented(schema);
      for (const value of fc.sample(objectsFor(schema), { seed: at, numRuns: 12 })) {
        expect([at, value, takes(value)]).toEqual([at, value, validate(schema, value).length === 0]);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(20_000);
  });

  it.each<[string, JsonSchema, Json[]]>([
    [
      'a tuple of draft-07',
      { $schema: 'http://json-schema.org/draft-07/schema#', properties: { a: { items: [{ type: 'string' }], additionalItems: false } } },
      [{ a: ['x'] }, { a: [1] }, { a: ['x', 'y'] }],
    ],
    [
      'dependencies',
      { $schema: 'http://json-schema.org/draft-07/schema#', dependencies: { a: ['b'], c: { required: ['d'] } } },
      [{ a: 1 }, { a: 1, b: 1 }, { c: 1 }, { c: 1, d: 1 }],
    ],
    [
      'keywords beside a reference of draft-07',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        definitions: { t: { type: 'string' } },
        properties: { a: { $ref: '#/definitions/t', maxLength: 1 } },
      },
      [{ a: 'long' }, { a: 1 }],
    ],
    [
      'keywords beside a reference of 2020-12',
      { $defs: { t: { type: 'string' } }, properties: { a: { $ref: '#/$defs/t', maxLength: 1 } } },
      [{ a: 'long' }, { a: 'x' }, { a: 1 }],
    ],
    [
      'a schema that refers to itself',
      { type: 'object', properties: { children: { type: 'array', items: { $ref: '#' } }, n: { type: 'integer' } } },
      [{ children: [{ n: 1 }] }, { children: [{ n: 'x' }] }, { children: [{ children: [{ n: 1.5 }] }] }],
    ],
    [
      'references into the middle',
      { properties: { a: { properties: { b: { type: 'integer' } } }, c: { $ref: '#/properties/a/properties/b' } } },
      [{ c: 1 }, { c: 'x' }],
    ],
    ['one branch alone', { type: 'object', oneOf: [{ required: ['a'] }], properties: { a: { type: 'string' } } }, [{}, { a: 'x' }, { a: 1 }]],
    ['required members without a schema', { type: 'object', required: ['a'], additionalProperties: { type: 'string' } }, [{}, { a: 'x' }, { a: 1 }]],
    [
      'two bounds of one kind',
      { properties: { a: { type: 'number', minimum: 1, exclusiveMinimum: 0, maximum: 9, exclusiveMaximum: 9 } } },
      [{ a: 0.5 }, { a: 1 }, { a: 9 }],
    ],
    [
      'choices that the type rules out',
      { properties: { a: { type: 'string', enum: ['x', 1, 'x'] }, b: { type: 'string', enum: [1] } } },
      [{ a: 'x' }, { a: 1 }, { b: 1 }, { b: 'x' }],
    ],
    [
      'names in any script',
      { properties: { 名前: { type: 'string' }, 'a/b~c': { type: 'integer' }, 'uids[]': { type: 'array' } }, required: ['名前'] },
      [{}, { 名前: 'x' }, { 名前: 1 }, { 名前: 'x', 'a/b~c': 'x' }],
    ],
    ['conditions', { if: { required: ['a'] }, then: { required: ['b'] }, else: { required: ['c'] } }, [{ a: 1 }, { a: 1, b: 1 }, {}, { c: 1 }]],
  ])('means the same: %s', (_, schema, values) => {
    const takes = documented(schema);
    for (const value of values) expect([value, takes(value)]).toEqual([value, validate(schema, value).length === 0]);
  });

  it('is made of anything that a row may hold: it never throws, and says when it is partial', () => {
    const keyword = fc.constantFrom(
      'type',
      'properties',
      'required',
      '$ref',
      'items',
      'enum',
      'anyOf',
      'allOf',
      'minimum',
      'pattern',
      '$defs',
      'const',
      'default',
      '$schema',
      'dependencies',
      '__proto__',
    );
    const { tree } = fc.letrec<{ tree: Json; leaf: Json }>((tie) => ({
      leaf: fc.oneof(
        fc.constantFrom<Json>(
          '#',
          '#/$defs/a',
          '#/properties/a',
          'object',
          'array',
          '(',
          '^a$',
          null,
          -1,
          1.5,
          true,
          'http://json-schema.org/draft-07/schema#',
        ),
        fc.string(),
      ),
      tree: fc.oneof(
        { maxDepth: 5 },
        tie('leaf'),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(fc.oneof(keyword, fc.constantFrom('a', 'b')), tie('tree'), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(keyword, tree, { maxKeys: 6 }), (schema) => {
        const made = documentSchema(schema, 'KEY');
        const text = JSON.stringify(made);
        // Every reference leads to a component that is there.
        for (const [, name] of text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)) expect(Object.keys(made.components)).toContain(name);
        if (!made.isPartial)
          expect(
            checkSchema({ allOf: [made.schema] }, 'result').filter(
              ({ message }) => !/must point|cannot be used|pattern|applies itself/.test(message),
            ),
          ).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('names its parts so that those of arguments and of a result never meet', () => {
    const schema: JsonSchema = { properties: { a: { $ref: '#/$defs/result.args' }, b: { $ref: '#' } }, $defs: { 'result.args': { type: 'string' } } };
    const names = (name: string) => Object.keys(documentSchema(schema, name).components);
    expect(names('KEY').filter((each) => names('KEY.result').includes(each))).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { checkSchema } from '../../../src/capability/jsonSchema.ts';
import type { JsonSchema } from '../../../src/templates/parameters.ts';

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';
const pointers = (schema: unknown, of?: 'arguments' | 'result') => checkSchema(schema, of).map(({ pointer }) => pointer);
const object = (properties: JsonSchema, more: JsonSchema = {}): JsonSchema => ({ type: 'object', properties, ...more });

describe('a schema that may stand in a row', () => {
  it.each<[string, JsonSchema]>([
    ['is empty', {}],
    [
      'is of draft 2020-12',
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        $defs: { a: { type: 'string' } },
        properties: { a: { $ref: '#/$defs/a' } },
      },
    ],
    [
      'is of draft-07',
      {
        $schema: DRAFT_07,
        definitions: { a: {} },
        properties: { a: { $ref: '#/definitions/a' }, b: { items: [{}, true] } },
        dependencies: { a: ['b'], b: { minProperties: 1 } },
      },
    ],
    [
      'has annotations and unknown keywords',
      object({ a: { title: 'A', description: 'd', default: 1, examples: [1], deprecated: true, 'x-order': 1, nullable: true, id: 'no address' } }),
    ],
    [
      'has properties named like keywords',
      object({
        $ref: { type: 'string' },
        id: { type: 'string' },
        type: { type: 'string' },
        pattern: { type: 'string' },
        format: {},
        constructor: {},
      }),
    ],
    ['names a format nobody knows', object({ a: { type: 'string', format: 'toString' } })],
    ['refers to itself through members', { ...object({ children: { type: 'array', items: { $ref: '#' } } }) }],
    ['refers to an anchor', object({ a: { $ref: '#place' } }, { $defs: { p: { $anchor: 'place', type: 'string' } } })],
    [
      'has a base address of its own',
      { $id: 'https://example.com/root', ...object({ a: { $ref: '#/$defs/a' }, b: { $ref: 'other' } }), $defs: { a: {}, o: { $id: 'other' } } },
    ],
    ['allows an object among others', { type: ['object', 'null'] }],
    ['has data that looks like a schema', object({ a: { const: { $ref: 'http://x', pattern: '(a+)+' }, default: { $ref: '#/no' } } })],
  ])('%s', (_, schema) => expect(checkSchema(schema)).toEqual([]));

  it.each<[string, unknown, string[]]>([
    ['is no object', true, ['']],
    ['is text', '{}', ['']],
    ['is a list', [], ['']],
    ['is null', null, ['']],
    ['has a wrong type', { type: 'objct' }, ['/type']],
    ['has a wrong type deep inside', object({ 'a/b': { type: 'array', items: { type: 'strin' } } }), ['/properties/a~1b/items/type']],
    ['has properties that are no map', { properties: [] }, ['/properties']],
    ['has a property that is no schema', object({ a: 'string' }), ['/properties/a']],
    ['has required that is no list', { required: true }, ['/required']],
    ['has required with repeats', { required: ['a', 'a'] }, ['/required']],
    [
      'has bounds that are no numbers',
      object({ a: { minLength: -1, maximum: '5', multipleOf: 0 } }),
      ['/properties/a/maximum', '/properties/a/minLength', '/properties/a/multipleOf'],
    ],
    ['has exclusiveMinimum of draft-04', object({ a: { minimum: 1, exclusiveMinimum: true } }), ['/properties/a/exclusiveMinimum']],
    ['has an empty anyOf', { anyOf: [] }, ['/anyOf']],
    ['has items of draft-07 in 2020-12', object({ a: { items: [{}] } }), ['/properties/a/items']],
    ['has a malformed schema under $defs', { $defs: { a: { type: 5 } } }, ['/$defs/a/type']],
    ['names another draft', { $schema: 'http://json-schema.org/draft-04/schema#' }, ['/$schema']],
    ['has a pattern that is none', object({ a: { pattern: '[' } }), ['/properties/a/pattern']],
    ['has a pattern that can freeze', object({ a: { pattern: '^(a+)+$' } }), ['/properties/a/pattern']],
    ['has a name pattern that can freeze', { patternProperties: { '(a+)+': {} } }, ['/patternProperties/(a+)+']],
    ['refers to another document', object({ a: { $ref: 'https://example.com/x.json' } }), ['/properties/a/$ref']],
    ['refers to its draft', object({ a: { $ref: DRAFT_07 } }), ['/properties/a/$ref']],
    ['refers to nothing', object({ a: { $ref: '#/$defs/none' } }), ['/properties/a/$ref']],
    ['refers to what is no schema', object({ a: { $ref: '#/x/y' } }, { x: { y: { pattern: '(a+)+' } } }), ['/properties/a/$ref']],
    ['applies itself to one value', { $ref: '#' }, ['']],
    ['applies itself by a detour', { $defs: { a: { anyOf: [{ $ref: '#/$defs/b' }] }, b: { not: { $ref: '#/$defs/a' } } }, $ref: '#/$defs/a' }, ['']],
    ['uses a reference that is not supported', { $dynamicRef: '#x' }, ['/$dynamicRef']],
    ['names a member __proto__', JSON.parse('{"properties":{"a":{"properties":{"__proto__":{}}}}}'), ['/properties/a/properties/__proto__']],
    ['names an argument by digits', object({ '1': {}, a: {} }), ['/properties/1']],
    ['allows no object', { type: 'string' }, ['/type']],
    ['has half of a surrogate pair', { title: '\ud800' }, ['']],
    ['has two schemas of one address', { $defs: { a: { $id: 'x', type: 'string' }, b: { $id: 'x', type: 'null' } } }, ['']],
  ])('is not one that %s', (_, schema, expected) => expect(pointers(schema).toSorted()).toEqual(expected));

  it('need be no object where it describes a result', () => {
    expect(pointers({ type: 'array', items: { type: 'object', properties: { '1': {} } } }, 'result')).toEqual([]);
    expect(pointers({ type: 'arry' }, 'result')).toEqual(['/type']);
  });

  it('is not one that multiplies itself', () => {
    const $defs: JsonSchema = { d0: { type: 'string' } };
    for (let level = 1; level <= 30; level += 1)
      $defs[`d${level}`] = { allOf: [{ $ref: `#/$defs/d${level - 1}` }, { $ref: `#/$defs/d${level - 1}` }] };
    expect(checkSchema({ $defs, properties: { a: { $ref: '#/$defs/d30' } } })).toHaveLength(1);
  });

  it('is not one that nests without end', () => {
    let schema: JsonSchema = {};
    for (let level = 0; level < 50_000; level += 1) schema = { not: schema };
    expect(pointers(schema)).toEqual(['']);
  });

  it('says what is wanted, in words', () => {
    expect(checkSchema({ type: 'objct' })[0]?.message).toContain('must be one of "array", "boolean"');
    expect(checkSchema({ $schema: 'urn:x' })[0]?.message).toContain('draft 2020-12 or draft-07, not "urn:x"');
  });
});

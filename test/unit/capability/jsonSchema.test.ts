import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { checkSchema, validate } from '../../../src/capability/jsonSchema.ts';
import { declaredTypes } from '../../../src/capability/schemaTypes.ts';
import type { Json, JsonSchema } from '../../../src/templates/parameters.ts';

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';
const pointers = (schema: unknown, of?: 'arguments' | 'result') => checkSchema(schema, of).map(({ pointer }) => pointer);
const object = (properties: JsonSchema, more: JsonSchema = {}): JsonSchema => ({ type: 'object', properties, ...more });

describe('a schema that may stand in a row', () => {
  it.each<[string, JsonSchema]>([
    ['is empty', {}],
    ['is of draft 2020-12', { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object', $defs: { a: { type: 'string' } }, properties: { a: { $ref: '#/$defs/a' } } }],
    ['is of draft-07', { $schema: DRAFT_07, definitions: { a: {} }, properties: { a: { $ref: '#/definitions/a' }, b: { items: [{}, true] } }, dependencies: { a: ['b'], b: { minProperties: 1 } } }],
    ['has annotations and unknown keywords', object({ a: { title: 'A', description: 'd', default: 1, examples: [1], deprecated: true, 'x-order': 1, nullable: true, id: 'no address' } })],
    ['has properties named like keywords', object({ $ref: { type: 'string' }, id: { type: 'string' }, type: { type: 'string' }, pattern: { type: 'string' }, format: {}, constructor: {} })],
    ['names a format nobody knows', object({ a: { type: 'string', format: 'toString' } })],
    ['refers to itself through members', { ...object({ children: { type: 'array', items: { $ref: '#' } } }) }],
    ['refers to an anchor', object({ a: { $ref: '#place' } }, { $defs: { p: { $anchor: 'place', type: 'string' } } })],
    ['has a base address of its own', { $id: 'https://example.com/root', ...object({ a: { $ref: '#/$defs/a' }, b: { $ref: 'other' } }), $defs: { a: {}, o: { $id: 'other' } } }],
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
    ['has bounds that are no numbers', object({ a: { minLength: -1, maximum: '5', multipleOf: 0 } }), ['/properties/a/maximum', '/properties/a/minLength', '/properties/a/multipleOf']],
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
  ])('is not one that %s', (_, schema, expected) => expect(pointers(schema).sort()).toEqual(expected));

  it('need be no object where it describes a result', () => {
    expect(pointers({ type: 'array', items: { type: 'object', properties: { '1': {} } } }, 'result')).toEqual([]);
    expect(pointers({ type: 'arry' }, 'result')).toEqual(['/type']);
  });

  it('is not one that multiplies itself', () => {
    const $defs: JsonSchema = { d0: { type: 'string' } };
    for (let level = 1; level <= 30; level += 1) $defs[`d${level}`] = { allOf: [{ $ref: `#/$defs/d${level - 1}` }, { $ref: `#/$defs/d${level - 1}` }] };
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

describe('validation', () => {
  it('names all causes, each once, with pointers into the value', () => {
    const schema = object(
      { n: { type: 'integer', maximum: 5 }, s: { enum: ['open', 'closed'] }, 'a/b~c d%é#': { type: 'string', minLength: 2 }, list: { type: 'array', items: { type: ['string', 'null'] } } },
      { required: ['n', 'x'], additionalProperties: false },
    );
    expect(validate(schema, { n: 7.5, s: 'shut', 'a/b~c d%é#': 'x', list: ['a', 1, null, true], more: 1 })).toEqual([
      { pointer: '/x', message: 'is required' },
      { pointer: '/n', message: 'must be integer' },
      { pointer: '/n', message: 'must be at most 5' },
      { pointer: '/s', message: 'must be one of "open", "closed"' },
      { pointer: '/a~1b~0c d%é#', message: 'must have at least 2 characters' },
      { pointer: '/list/1', message: 'must be string or null' },
      { pointer: '/list/3', message: 'must be string or null' },
      { pointer: '/more', message: 'is not allowed' },
    ]);
  });

  it.each<[JsonSchema, Json, string, string]>([
    [{ $ref: '#/$defs/p', $defs: { p: { properties: { $ref: { type: 'number' } } } } }, { $ref: 'x' }, '/$ref', 'must be number'],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, true, '', 'must be string or number'],
    [{ oneOf: [{ required: ['a'] }, { required: ['b'] }] }, {}, '', 'must fit one of the alternatives: /a is required; or /b is required'],
    [{ oneOf: [{ type: 'string' }, { minLength: 1 }] }, 'x', '', 'must fit exactly one of the alternatives, and fits several'],
    [{ anyOf: [{ type: 'string' }, { type: 'object', required: ['a'] }] }, {}, '/a', 'is required'],
    [{ oneOf: [{ properties: { kind: { const: 'a' } } }, { properties: { kind: { const: 'b' }, n: { type: 'number' } } }] }, { kind: 'b', n: 'x' }, '/n', 'must be number'],
    [{ anyOf: [{ type: 'string' }, { anyOf: [{ type: 'number' }, { type: 'null' }] }] }, [], '', 'must be string or number or null'],
    [{ anyOf: [false, { type: 'null' }] }, 1, '', 'must fit one of the alternatives: is not allowed; or must be null'],
    [{ allOf: [{ minimum: 3 }, { maximum: 9 }] }, 2, '', 'must be at least 3'],
    [{ not: { type: 'string' } }, 'x', '', 'has a value that is not allowed'],
    [{ if: { required: ['a'] }, then: { required: ['b'] } }, { a: 1 }, '/b', 'is required'],
    [{ dependentRequired: { a: ['b'] } }, { a: 1 }, '/b', 'is required beside "a"'],
    [{ $schema: DRAFT_07, dependencies: { a: ['b'] } }, { a: 1 }, '/b', 'is required beside "a"'],
    [{ $schema: DRAFT_07, dependencies: { a: { required: ['b'] } } }, { a: 1 }, '/b', 'is required'],
    [{ propertyNames: { pattern: '^[a-z]+$' } }, { B: 1 }, '/B', 'has a name that is not allowed'],
    [{ contains: { type: 'number' } }, ['a', 'b'], '', 'must contain an item that fits the schema under `contains`'],
    [{ contains: { type: 'number' }, minContains: 2 }, ['a', 1], '', 'must contain at least 2 items of the kind under `contains`'],
    [{ prefixItems: [{ type: 'string' }], items: false }, ['a', 1], '/1', 'is not allowed'],
    [{ $schema: DRAFT_07, items: [{ type: 'string' }], additionalItems: { type: 'number' } }, ['a', 'b'], '/1', 'must be number'],
    [{ uniqueItems: true }, [{ a: 1 }, { a: 1 }], '', 'must have no two equal items'],
    [{ const: { a: 1 } }, {}, '', 'must be {"a":1}'],
    [{ const: 'x' }, 'y', '', 'must be "x"'],
    [{ exclusiveMinimum: 0, multipleOf: 0.5 }, 0, '', 'must be more than 0'],
    [{ multipleOf: 0.1 }, 0.25, '', 'must be a multiple of 0.1'],
    [{ format: 'date-time' }, 'today', '', 'must be a valid date-time'],
    [{ pattern: '^[\\w-.]+$' }, 'a b', '', 'must match the pattern ^[\\w\\-.]+$'],
    [{ patternProperties: { '^\\-x': { type: 'number' } } }, { '-xy': 'a' }, '/-xy', 'must be number'],
    [{ unevaluatedProperties: false, properties: { a: {} } }, { b: 1 }, '/b', 'is not allowed'],
    [{ minProperties: 1, maxItems: 1 }, {}, '', 'must have at least 1 member'],
    [{ maxLength: 1 }, 'ab', '', 'must have at most 1 character'],
    [{ type: 'object', additionalProperties: { type: 'string' } }, { a: 1 }, '/a', 'must be string'],
  ])('%j of %j is one cause', (schema, value, pointer, message) => {
    expect(checkSchema(schema, 'result')).toEqual([]);
    expect(validate(schema, value)).toEqual([{ pointer, message }]);
  });

  it.each<[JsonSchema, Json]>([
    [{ format: 'url' }, 'x'.repeat(50)],
    [{ format: 'hasOwnProperty' }, 'x'],
    [{ type: 'number', format: 'int32' }, 1],
    [{ maxLength: 1 }, '😀'],
    [object({ id: { type: 'string' } }, { id: 'not an address' }), { id: 'x' }],
    [{ dependencies: { a: ['b'] } }, { b: 1 }],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, 1],
    [{ contains: { const: 1 }, minContains: 0 }, []],
  ])('%j takes %j', (schema, value) => expect(validate(schema, value)).toEqual([]));

  it('counts nothing inherited as given', () => {
    expect(validate({ required: ['constructor', 'toString'] }, {}).map(({ pointer }) => pointer)).toEqual(['/constructor', '/toString']);
    expect(validate(object({ constructor: { type: 'string' }, __defineGetter__: { type: 'string' } }), {})).toEqual([]);
    expect(validate(JSON.parse('{"type":"object","__proto__":{"required":["a"]}}'), {})).toEqual([]);
  });

  it('ends, with a refusal, where a schema would run for ever', () => {
    const twice = { anyOf: [{ properties: { c: { $ref: '#' } }, required: ['a'] }, { properties: { c: { $ref: '#' } }, required: ['b'] }] };
    let value: Json = {};
    for (let level = 0; level < 60; level += 1) value = { c: value };
    expect(validate(twice, value)).toHaveLength(1);
    expect(validate({ $ref: '#' }, 1)).toHaveLength(1);
    expect(validate({ uniqueItems: true }, Array.from({ length: 6_000 }, (_, n) => n))[0]?.message).toContain('at most 5000');
    expect(validate(object({ a: { uniqueItems: true } }), { a: Array.from({ length: 1_001 }, (_, n) => ({ n })) })[0]?.pointer).toBe('/a');
    expect(validate(twice, { a: 1 })).toEqual([]);
  });

  it('leaves the schema as it was, even a frozen one', () => {
    const schema = Object.freeze(object(Object.freeze({ a: Object.freeze({ type: 'string' }) })));
    const before = JSON.stringify(schema);
    expect(validate(schema, { a: 1 })).toHaveLength(1);
    expect(JSON.stringify(schema)).toBe(before);
    expect(Reflect.ownKeys(schema)).toEqual(['type', 'properties']);
  });

  it('never throws, whatever schema and value are', () => {
    const keyword = fc.constantFrom('type', 'properties', 'items', '$ref', 'anyOf', 'required', 'pattern', 'format', 'minimum', 'enum', 'not', '$id', 'uniqueItems', 'contains', 'dependencies', '__proto__', 'id', 'if', 'then');
    const tree = fc.letrec<{ node: unknown }>((tie) => ({
      node: fc.oneof({ maxDepth: 4 }, fc.constantFrom('string', '#', '#/properties/a', '[', 'a', 'object', '\ud800', 5, true, false, null, -1), fc.array(tie('node'), { maxLength: 3 }), fc.dictionary(fc.oneof(keyword, fc.constantFrom('a', 'b')), tie('node'), { maxKeys: 4 })),
    }));
    fc.assert(
      fc.property(fc.dictionary(keyword, tree.node, { maxKeys: 5 }), fc.jsonValue(), (schema, value) => {
        expect(Array.isArray(checkSchema(schema))).toBe(true);
        expect(Array.isArray(validate(schema as JsonSchema, value as Json))).toBe(true);
        if (checkSchema(schema).length === 0) expect(validate(schema as JsonSchema, value as Json).filter(({ message }) => message.includes('could not be checked'))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('declared types', () => {
  it.each<[JsonSchema, string[] | undefined]>([
    [{ type: 'integer' }, ['integer']],
    [{ type: ['string', 'null'] }, ['string', 'null']],
    [{ enum: ['a', 1, 1.5, null] }, ['string', 'integer', 'number', 'null']],
    [{ const: true }, ['boolean']],
    [{ $ref: '#/$defs/n' }, ['number']],
    [{ $ref: '#/$defs/loop' }, undefined],
    [{ anyOf: [{ type: 'string' }, { $ref: '#/$defs/n' }] }, ['string', 'number']],
    [{ oneOf: [{ type: 'string' }, {}] }, undefined],
    [{ allOf: [{ description: 'x' }, { type: 'array' }] }, ['array']],
    [{ properties: { a: {} } }, ['object']],
    [{ items: {} }, ['array']],
    [{ minimum: 1 }, ['number']],
    [{ minLength: 1 }, undefined],
    [{ description: 'x' }, undefined],
  ])('of %j are %j', (schema, types) => {
    expect(declaredTypes({ $defs: { n: { type: 'number' }, loop: { $ref: '#/$defs/loop' } } }, schema)).toEqual(types);
  });
});

import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { checkSchema, validate } from '../../../src/capability/jsonSchema.ts';
import type { Json, JsonSchema } from '../../../src/templates/parameters.ts';

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';
const object = (properties: JsonSchema, more: JsonSchema = {}): JsonSchema => ({ type: 'object', properties, ...more });

describe('validation', () => {
  it('names all causes, each once, with pointers into the value', () => {
    const schema = object(
      {
        n: { type: 'integer', maximum: 5 },
        s: { enum: ['open', 'closed'] },
        'a/b~c d%é#': { type: 'string', minLength: 2 },
        list: { type: 'array', items: { type: ['string', 'null'] } },
      },
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
    [
      { oneOf: [{ properties: { kind: { const: 'a' } } }, { properties: { kind: { const: 'b' }, n: { type: 'number' } } }] },
      { kind: 'b', n: 'x' },
      '/n',
      'must be number',
    ],
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

  it('applies a pattern whose steps multiply to short texts only, and takes no long text for one that does not match', () => {
    const pattern = '^.*.*x$';
    const long = 'a'.repeat(1_000_000);
    expect(validate({ pattern }, 'a'.repeat(3_000) + 'x')).toEqual([]);
    expect(validate({ pattern }, '\n')).toEqual([{ pointer: '', message: 'must match the pattern ^.*.*x$' }]);
    const schemas: JsonSchema[] = [
      { pattern },
      { not: { pattern } },
      { if: { pattern }, then: false },
      { not: { $ref: '#/$defs/a' }, $defs: { a: { pattern } } },
    ];
    for (const schema of schemas) {
      expect(validate(schema, long)).toEqual([{ pointer: '', message: expect.stringContaining('is too long for its pattern') }]);
    }
    expect(validate({ patternProperties: { [pattern]: { type: 'number' } } }, { [`${long}x`]: 'a' })[0]?.message).toContain(
      'too long for its pattern',
    );
    expect(validate({ propertyNames: { pattern } }, { [long]: 1 })).toHaveLength(1);
    expect(validate({ properties: { a: { pattern }, b: { type: 'string' } }, oneOf: [{ required: ['a'] }] }, { a: 'x', b: long })).toEqual([]);
    expect(validate({ pattern: '^[a-z]+(?:-[a-z]+)*$' }, `${long}-b`)).toEqual([]);
    expect(validate({ pattern: 'x' }, `${long}x`)).toEqual([]);
    expect(validate({ pattern: '\\d+x' }, 'a1x')).toEqual([]);
  });

  it('ends, with a refusal, where a schema would run for ever', () => {
    const twice = {
      anyOf: [
        { properties: { c: { $ref: '#' } }, required: ['a'] },
        { properties: { c: { $ref: '#' } }, required: ['b'] },
      ],
    };
    let value: Json = {};
    for (let level = 0; level < 60; level += 1) value = { c: value };
    expect(validate(twice, value)).toHaveLength(1);
    expect(validate({ $ref: '#' }, 1)).toHaveLength(1);
    expect(validate({ pattern: '^(a+)+b$' }, 'a'.repeat(64))[0]?.message).toContain('could run for ever');
    expect(
      validate(
        { uniqueItems: true },
        Array.from({ length: 6_000 }, (_, n) => n),
      )[0]?.message,
    ).toContain('at most 5000');
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
    const keyword = fc.constantFrom(
      'type',
      'properties',
      'items',
      '$ref',
      'anyOf',
      'required',
      'pattern',
      'format',
      'minimum',
      'enum',
      'not',
      '$id',
      'uniqueItems',
      'contains',
      'dependencies',
      '__proto__',
      'id',
      'if',
      'then',
    );
    const tree = fc.letrec<{ node: unknown }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom('string', '#', '#/properties/a', '[', 'a', 'object', '\ud800', 5, true, false, null, -1),
        fc.array(tie('node'), { maxLength: 3 }),
        fc.dictionary(fc.oneof(keyword, fc.constantFrom('a', 'b')), tie('node'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(keyword, tree.node, { maxKeys: 5 }), fc.jsonValue(), (schema, value) => {
        expect(Array.isArray(checkSchema(schema))).toBe(true);
        expect(Array.isArray(validate(schema as JsonSchema, value as Json))).toBe(true);
        if (checkSchema(schema).length === 0)
          expect(validate(schema as JsonSchema, value as Json).filter(({ message }) => message.includes('could not be checked'))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

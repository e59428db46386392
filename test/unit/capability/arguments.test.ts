import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { mapArguments } from '../../../src/capability/arguments.ts';
import { checkSchema } from '../../../src/capability/jsonSchema.ts';
import { deriveSignature } from '../../../src/capability/signature.ts';
import type { JsonSchema } from '../../../src/templates/parameters.ts';
import { digits, mapped, place, refused, target } from './mapped.ts';

describe('what is wrong with a call', () => {
  it('is told all at once; the error is the first in the signature’s order', () => {
    expect(refused({ args: { unit: 'k', longitude: 'x', more: 1 } }, place)).toEqual({
      error: 'missing_argument:latitude',
      pointers: ['/latitude', '/longitude', '/unit', '/more'],
      near: undefined,
    });
    expect(refused({ body: '1|x|k|y' }, place)).toEqual({
      error: 'invalid_argument:/longitude',
      pointers: ['/longitude', '/unit', '/3'],
      near: undefined,
    });
  });

  it('is an unknown name before the missing one that it meant, with the nearest', () => {
    expect(refused({ args: { latitud: 1, longitude: 2 } }, place)).toEqual({
      error: 'unknown_argument:latitud',
      pointers: ['/latitud', '/latitude'],
      near: ['latitude'],
    });
    expect(refused({ args: { lat: 1, lon: 2 } }, place).error).toBe('unknown_argument:lat');
    expect(refused({ args: { latitude: 1, longitude: 2, zz: 3 } }, place)).toEqual({
      error: 'unknown_argument:zz',
      pointers: ['/zz'],
      near: undefined,
    });
  });

  it('is an unknown name even where the schema allows more', () => {
    expect(mapped({ args: { a: 1 } }, target({ type: 'object', additionalProperties: true }))).toBe('unknown_argument:a');
  });

  it('is what the schema says of the arguments together', () => {
    const to = target({ properties: { a: {}, b: {} }, anyOf: [{ required: ['a'] }, { required: ['b'] }], dependentRequired: { a: ['b'] } });
    expect(mapped({}, to)).toBe('invalid_argument');
    expect(refused({ args: { a: 'x' } }, to)).toMatchObject({ error: 'missing_argument:b', pointers: ['/b'] });
    expect(mapped({ args: { b: 'x' } }, to)).toEqual({ b: 'x' });
  });

  it('is bounded in number and length', () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`${'n'.repeat(1_000)}${at}`, 1]));
    const { error, pointers } = refused({ args: many }, digits(1));
    expect(error).toBe('missing_argument:1');
    expect(pointers?.length).toBe(50);
    expect(Math.max(...(pointers ?? []).map((pointer) => pointer.length))).toBeLessThan(110);
  });
});

describe('defaults', () => {
  const to = target({
    properties: { a: { type: 'string' }, n: { type: 'integer', default: 5 }, o: { $ref: '#/$defs/o' } },
    required: ['a', 'n'],
    $defs: { o: { type: 'object', default: { x: [1] } } },
  });

  it('fill in what is absent, before validation, and never what is given', () => {
    expect(mapped({ body: 'x' }, to)).toEqual({ a: 'x', n: 5, o: { x: [1] } });
    expect(mapped({ args: { a: 'x', n: 6, o: {} } }, to)).toEqual({ a: 'x', n: 6, o: {} });
    expect(mapped({ args: { a: 'x', n: null } }, to)).toBe('invalid_argument:/n');
  });

  it('that do not fit their own schema are left out', () => {
    const odd = target({
      properties: { a: { type: 'string', default: null }, b: { type: 'integer', default: 'x' }, c: { default: null } },
      required: ['b'],
    });
    expect(mapped({ args: { b: 1 } }, odd)).toEqual({ b: 1, c: 'null' });
    expect(mapped({}, odd)).toBe('missing_argument:b');
  });

  it('are not shared between calls', () => {
    const first = mapArguments({ body: 'x' }, to);
    if (first.ok) (first.value['o'] as { x: number[] }).x.push(2);
    expect(mapped({ body: 'x' }, to)).toEqual({ a: 'x', n: 5, o: { x: [1] } });
  });
});

describe('mapped arguments', () => {
  it('inherit nothing, and names of Object.prototype are names like any other', () => {
    const result = mapArguments({ args: ['x'] }, digits(1));
    expect(result.ok && Object.getPrototypeOf(result.value)).toBeNull();
    for (const name of ['__proto__', 'constructor', 'hasOwnProperty', 'toString']) {
      expect(mapped({ args: JSON.parse(`{"1":"x","${name}":{"polluted":1}}`) }, digits(1))).toBe(`unknown_argument:${name}`);
    }
    expect(mapped({ args: Object.create({ '1': 'inherited' }) }, digits(1))).toBe('missing_argument:1');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(mapped({ args: { constructor: 'x' } }, target({ properties: { constructor: { type: 'string' } } }))).toEqual({ constructor: 'x' });
  });

  it('are the same for body, array, object and JSON text', () => {
    const property = fc.constantFrom<JsonSchema>(
      {},
      { type: 'string' },
      { type: 'integer' },
      { type: 'number' },
      { type: 'boolean' },
      { type: 'object' },
      { type: 'array' },
      { type: ['integer', 'boolean', 'null'] },
    );
    const text = fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll('|', '/'));
    const number = fc.oneof(fc.maxSafeInteger(), fc.double({ noNaN: true, min: -1e15, max: 1e15 }));
    const json = fc
      .jsonValue({ maxDepth: 3 })
      .filter((value) => !JSON.stringify(value).includes('|') && mapArguments({ args: [value] }, digits(1)).ok);
    const valueOf = ({ type }: JsonSchema): fc.Arbitrary<unknown> => {
      if (type === 'string') return text;
      if (type === 'integer') return fc.maxSafeInteger();
      if (type === 'number') return number;
      if (type === 'boolean') return fc.boolean();
      if (type === 'object') return fc.dictionary(fc.constantFrom('a', 'b'), json);
      if (type === 'array') return fc.array(json);
      return type === undefined ? fc.oneof(text, json) : fc.oneof(fc.maxSafeInteger(), fc.boolean(), fc.constant(null));
    };
    const call = fc
      .array(property, { minLength: 2, maxLength: 5 })
      .chain((properties) => fc.tuple(fc.constant(properties), fc.tuple(...properties.map(valueOf))));
    fc.assert(
      fc.property(call, fc.boolean(), ([properties, values], rest) => {
        const names = properties.map((_, at) => `p${at}`);
        const schema = { properties: Object.fromEntries(names.map((name, at) => [name, properties[at] as JsonSchema])), required: names };
        const to = target(schema, rest ? [`$${names.length}+`] : []);
        const byName = Object.fromEntries(names.map((name, at) => [name, values[at]]));
        const body = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join('|');
        const wanted = JSON.stringify(mapped({ args: byName }, to));
        expect(typeof JSON.parse(wanted)).toBe('object');
        for (const given of [{ body }, { args: values }, { args: JSON.stringify(byName) }, { args: JSON.stringify(values) }])
          expect(JSON.stringify(mapped(given, to))).toBe(wanted);
      }),
      { numRuns: 300 },
    );
  });

  it('come about, or a refusal does, for any row and any JSON', () => {
    const name = fc.constantFrom('a', 'b', '1', '__proto__', 'constructor', 'message');
    const schema = fc.record(
      {
        properties: fc.dictionary(
          name,
          fc.constantFrom<JsonSchema>({}, { type: 'integer' }, { type: 'object', required: ['x'] }, { default: 1 }, { enum: [1, 'a'] }),
        ),
        required: fc.array(name),
      },
      { requiredKeys: [] },
    );
    const given = fc.record(
      { body: fc.option(fc.string({ unit: 'binary' })), args: fc.oneof(fc.jsonValue(), fc.dictionary(name, fc.jsonValue()), fc.json()) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        fc.option(schema, { nil: undefined }),
        fc.array(fc.constantFrom('$1', '$2', '$2+', '$9', '\\$1')),
        given,
        fc.boolean(),
        (of, texts, call, wholeBody) => {
          const signature = deriveSignature({ type: 'http', schema: of, texts });
          if (!signature.ok) return;
          const result = mapArguments(call, { signature: signature.value, schema: of, wholeBody });
          if (!result.ok) expect(result.fault.violations?.length).toBeGreaterThan(0);
          else expect(Object.keys(result.value).every((one) => signature.value.some((parameter) => parameter.name === one))).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('a row of the seeds', () => {
  it('takes the call of its example', () => {
    expect(mapped({ body: '37.77|-122.42' }, target(undefined, ['https://api.open-meteo.com/v1/forecast?latitude=$1&longitude=$2']))).toEqual({
      '1': '37.77',
      '2': '-122.42',
    });
    expect(checkSchema(place.schema)).toEqual([]);
  });
});

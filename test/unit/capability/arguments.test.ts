import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { mapArguments } from '../../../src/capability/arguments.ts';
import type { ArgumentTarget, GivenArguments } from '../../../src/capability/bindArguments.ts';
import { checkSchema } from '../../../src/capability/jsonSchema.ts';
import { deriveSignature } from '../../../src/capability/signature.ts';
import { literal } from '../../../src/errors.ts';
import type { JsonSchema } from '../../../src/templates/parameters.ts';

function target(schema: JsonSchema | undefined, texts: string[] = [], type: 'http' | 'agent' = 'http'): ArgumentTarget {
  const signature = deriveSignature({ type, schema, texts });
  if (!signature.ok) throw new Error(signature.problem.message);
  return { signature: signature.value, schema, wholeBody: type === 'agent' };
}

function mapped(given: GivenArguments, to: ArgumentTarget) {
  const result = mapArguments(given, to);
  return result.ok ? { ...result.value } : literal(result.fault);
}

function refused(given: GivenArguments, to: ArgumentTarget) {
  const result = mapArguments(given, to);
  if (result.ok) throw new Error('was taken');
  return { error: literal(result.fault), pointers: result.fault.violations?.map(({ pointer }) => pointer), near: result.fault.didYouMean };
}

const digits = (n: number, rest = false) => target(undefined, [Array.from({ length: n }, (_, at) => `$${at + 1}${rest && at === n - 1 ? '+' : ''}`).join(' ')]);
const place = target({ properties: { latitude: { type: 'number' }, longitude: { type: 'number' }, unit: { enum: ['c', 'f'] } }, required: ['latitude', 'longitude'] });

describe('a body', () => {
  it('is split on pipes, untrimmed, and an empty piece is an empty text', () => {
    expect(mapped({ body: ' a || c' }, digits(3))).toEqual({ '1': ' a ', '2': '', '3': ' c' });
  });

  it('of a row with one parameter is that parameter, pipes and all', () => {
    expect(mapped({ body: 'a|b|' }, digits(1))).toEqual({ '1': 'a|b|' });
    expect(mapped({ body: '{"a":"x|y"}' }, target({ properties: { o: { type: 'object' } } }))).toEqual({ o: { a: 'x|y' } });
  });

  it('gives a rest parameter the remainder with its pipes', () => {
    expect(mapped({ body: 'ROUTER|{"content":"a|b"}' }, digits(2, true))).toEqual({ '1': 'ROUTER', '2': '{"content":"a|b"}' });
    expect(mapped({ body: 'a' }, digits(2, true))).toBe('missing_argument:2');
  });

  it('of an agent row is never split', () => {
    expect(mapped({ body: 'hi | there' }, target(undefined, [], 'agent'))).toEqual({ message: 'hi | there' });
    expect(mapped({ body: 'a|b' }, target({ properties: { tone: {}, message: {} }, required: ['message'] }, [], 'agent'))).toEqual({ message: 'a|b' });
    expect(mapped({ args: ['a', 'b'] }, target({ properties: { tone: {}, message: {} } }, [], 'agent'))).toEqual({ tone: 'a', message: 'b' });
  });

  it.each([undefined, null, ''])('that is %j gives no arguments', (body) => {
    expect(mapped({ body }, digits(0))).toEqual({});
    expect(mapped({ body }, digits(1))).toBe('missing_argument:1');
    expect(mapped({ body, args: ['x'] }, digits(1))).toEqual({ '1': 'x' });
  });

  it('with more pieces than parameters is refused, not cut', () => {
    expect(mapped({ body: 'a|b|c' }, digits(2))).toBe('too_many_arguments');
    expect(mapped({ body: 'x' }, digits(0))).toBe('too_many_arguments');
    expect(refused({ args: ['a', 'b', 'c', 'd'] }, digits(2))).toEqual({ error: 'too_many_arguments', pointers: ['/2'], near: undefined });
  });

  it('becomes number, boolean, object, array or null only where the schema says so', () => {
    const one = (property: JsonSchema) => target({ properties: { x: property } });
    expect(mapped({ body: '37.770' }, one({ type: 'number' }))).toEqual({ x: 37.77 });
    expect(mapped({ body: '-2e3' }, one({ type: 'integer' }))).toEqual({ x: -2000 });
    expect(mapped({ body: 'true' }, one({ type: 'boolean' }))).toEqual({ x: true });
    expect(mapped({ body: '[1]' }, one({ type: 'array' }))).toEqual({ x: [1] });
    expect(mapped({ body: 'null' }, one({ type: ['integer', 'null'] }))).toEqual({ x: null });
    expect(mapped({ body: '2' }, one({ enum: [1, 2] }))).toEqual({ x: 2 });
    for (const text of ['37', 'true', 'null', '{"a":1}', '12345678901234567890']) {
      expect(mapped({ body: text }, one({ type: ['string', 'number'] }))).toEqual({ x: text });
      expect(mapped({ body: text }, one({}))).toEqual({ x: text });
    }
    for (const text of ['0x10', '+1', '1_000', '.5', 'NaN', '01', 'x']) expect(mapped({ body: text }, one({ type: 'number' }))).toBe('invalid_argument:/x');
    for (const text of ['1.5', '9007199254740993', '1e999']) expect(mapped({ body: text }, one({ type: 'integer' }))).toBe('invalid_argument:/x');
  });
});

describe('args', () => {
  it('may be an object by name, an array by position, or the JSON text of one', () => {
    for (const args of [{ '2': 'b', '1': 'a' }, ['a', 'b'], '{"1":"a","2":"b"}', '["a","b"]']) expect(mapped({ args }, digits(2))).toEqual({ '1': 'a', '2': 'b' });
    expect(mapped({ args: { latitude: 1, longitude: 2 } }, place)).toEqual({ latitude: 1, longitude: 2 });
  });

  it.each(['text', '"text"', '5', 5, true, '[1', () => 1])('that are neither are refused by name: %s', (args) => {
    expect(mapped({ args }, digits(1))).toBe('invalid_field:args');
  });

  it('beside a body are refused', () => {
    expect(mapped({ body: 'a', args: ['a'] }, digits(1))).toBe('invalid_field:args');
    expect(mapped({ body: 'a', args: null }, digits(1))).toEqual({ '1': 'a' });
  });

  it('keep their JSON types where the schema declares types', () => {
    expect(refused({ args: { latitude: '1', longitude: 2 } }, place).error).toBe('invalid_argument:/latitude');
    expect(mapped({ args: { x: { a: [1] } } }, target({ properties: { x: { type: 'object' } } }))).toEqual({ x: { a: [1] } });
  });

  it('become text where none is declared, as in the other forms', () => {
    expect(mapped({ args: [1, { a: 1 }, null] }, digits(3))).toEqual({ '1': '1', '2': '{"a":1}', '3': 'null' });
  });

  it('do not go past a schema as text because it leaves out `type`', () => {
    const to = target({ properties: { filter: { properties: { n: { type: 'number' } } } } });
    expect(mapped({ args: { filter: { n: 'x' } } }, to)).toBe('invalid_argument:/filter/n');
    expect(mapped({ body: '{"n":"x"}' }, to)).toBe('invalid_argument:/filter/n');
  });

  it.each([9007199254740992, -9007199254740994, 1e300, { a: [12345678901234567890] }])('that lost digits are refused: %j', (value) => {
    expect(mapped({ args: [value] }, digits(1))).toBe('invalid_argument:/1');
  });

  it('with half a surrogate pair, in text or names, are refused', () => {
    for (const value of ['\ud800', { '\udc00': 1 }, ['a\udfff']]) expect(mapped({ args: [value] }, digits(1))).toBe('invalid_argument:/1');
    expect(mapped({ body: 'a\ud800' }, digits(1))).toBe('invalid_argument:/1');
    const { error, pointers } = refused({ args: { 'x\ud800': 1 } }, digits(0));
    expect([error, pointers].flat().join('').isWellFormed()).toBe(true);
  });

  it('nested deeper than 64 levels are refused', () => {
    const nest = (levels: number) => Array.from({ length: levels }).reduce<unknown>((inner) => [inner], 1);
    expect(mapped({ args: { x: nest(63) } }, target({ properties: { x: { type: 'array' } } }))).toEqual({ x: nest(63) });
    expect(mapped({ args: { x: nest(64) } }, target({ properties: { x: { type: 'array' } } }))).toBe('invalid_argument:/x');
    expect(mapped({ args: [nest(100_000)] }, digits(1))).toBe('invalid_argument:/1');
    expect(mapped({ body: '['.repeat(64) + ']'.repeat(64) }, target({ properties: { x: { type: 'array' } } }))).toBe('invalid_argument:/x');
  });
});

describe('what is wrong with a call', () => {
  it('is told all at once; the error is the first in the signature’s order', () => {
    expect(refused({ args: { unit: 'k', longitude: 'x', more: 1 } }, place)).toEqual({
      error: 'missing_argument:latitude',
      pointers: ['/latitude', '/longitude', '/unit', '/more'],
      near: undefined,
    });
    expect(refused({ body: '1|x|k|y' }, place)).toEqual({ error: 'invalid_argument:/longitude', pointers: ['/longitude', '/unit', '/3'], near: undefined });
  });

  it('is an unknown name before the missing one that it meant, with the nearest', () => {
    expect(refused({ args: { latitud: 1, longitude: 2 } }, place)).toEqual({ error: 'unknown_argument:latitud', pointers: ['/latitud', '/latitude'], near: ['latitude'] });
    expect(refused({ args: { lat: 1, lon: 2 } }, place).error).toBe('unknown_argument:lat');
    expect(refused({ args: { latitude: 1, longitude: 2, zz: 3 } }, place)).toEqual({ error: 'unknown_argument:zz', pointers: ['/zz'], near: undefined });
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
  const to = target({ properties: { a: { type: 'string' }, n: { type: 'integer', default: 5 }, o: { $ref: '#/$defs/o' } }, required: ['a', 'n'], $defs: { o: { type: 'object', default: { x: [1] } } } });

  it('fill in what is absent, before validation, and never what is given', () => {
    expect(mapped({ body: 'x' }, to)).toEqual({ a: 'x', n: 5, o: { x: [1] } });
    expect(mapped({ args: { a: 'x', n: 6, o: {} } }, to)).toEqual({ a: 'x', n: 6, o: {} });
    expect(mapped({ args: { a: 'x', n: null } }, to)).toBe('invalid_argument:/n');
  });

  it('that do not fit their own schema are left out', () => {
    const odd = target({ properties: { a: { type: 'string', default: null }, b: { type: 'integer', default: 'x' }, c: { default: null } }, required: ['b'] });
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
    const property = fc.constantFrom<JsonSchema>({}, { type: 'string' }, { type: 'integer' }, { type: 'number' }, { type: 'boolean' }, { type: 'object' }, { type: 'array' }, { type: ['integer', 'boolean', 'null'] });
    const text = fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll('|', '/'));
    const number = fc.oneof(fc.maxSafeInteger(), fc.double({ noNaN: true, min: -1e15, max: 1e15 }));
    const json = fc.jsonValue({ maxDepth: 3 }).filter((value) => !JSON.stringify(value).includes('|') && mapArguments({ args: [value] }, digits(1)).ok);
    const valueOf = ({ type }: JsonSchema): fc.Arbitrary<unknown> => {
      if (type === 'string') return text;
      if (type === 'integer') return fc.maxSafeInteger();
      if (type === 'number') return number;
      if (type === 'boolean') return fc.boolean();
      if (type === 'object') return fc.dictionary(fc.constantFrom('a', 'b'), json);
      if (type === 'array') return fc.array(json);
      return type === undefined ? fc.oneof(text, json) : fc.oneof(fc.maxSafeInteger(), fc.boolean(), fc.constant(null));
    };
    const call = fc.array(property, { minLength: 2, maxLength: 5 }).chain((properties) => fc.tuple(fc.constant(properties), fc.tuple(...properties.map(valueOf))));
    fc.assert(
      fc.property(call, fc.boolean(), ([properties, values], rest) => {
        const names = properties.map((_, at) => `p${at}`);
        const schema = { properties: Object.fromEntries(names.map((name, at) => [name, properties[at] as JsonSchema])), required: names };
        const to = target(schema, rest ? [`$${names.length}+`] : []);
        const byName = Object.fromEntries(names.map((name, at) => [name, values[at]]));
        const body = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join('|');
        const wanted = JSON.stringify(mapped({ args: byName }, to));
        expect(typeof JSON.parse(wanted)).toBe('object');
        for (const given of [{ body }, { args: values }, { args: JSON.stringify(byName) }, { args: JSON.stringify(values) }]) expect(JSON.stringify(mapped(given, to))).toBe(wanted);
      }),
      { numRuns: 300 },
    );
  });

  it('come about, or a refusal does, for any row and any JSON', () => {
    const name = fc.constantFrom('a', 'b', '1', '__proto__', 'constructor', 'message');
    const schema = fc.record({ properties: fc.dictionary(name, fc.constantFrom<JsonSchema>({}, { type: 'integer' }, { type: 'object', required: ['x'] }, { default: 1 }, { enum: [1, 'a'] })), required: fc.array(name) }, { requiredKeys: [] });
    const given = fc.record({ body: fc.option(fc.string({ unit: 'binary' })), args: fc.oneof(fc.jsonValue(), fc.dictionary(name, fc.jsonValue()), fc.json()) }, { requiredKeys: [] });
    fc.assert(
      fc.property(fc.option(schema, { nil: undefined }), fc.array(fc.constantFrom('$1', '$2', '$2+', '$9', '\\$1')), given, fc.boolean(), (of, texts, call, wholeBody) => {
        const signature = deriveSignature({ type: 'http', schema: of as JsonSchema | undefined, texts });
        if (!signature.ok) return;
        const result = mapArguments(call, { signature: signature.value, schema: of as JsonSchema | undefined, wholeBody });
        if (!result.ok) expect(result.fault.violations?.length).toBeGreaterThan(0);
        else expect(Object.keys(result.value).every((one) => signature.value.some((parameter) => parameter.name === one))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a row of the seeds', () => {
  it('takes the call of its example', () => {
    expect(mapped({ body: '37.77|-122.42' }, target(undefined, ['https://api.open-meteo.com/v1/forecast?latitude=$1&longitude=$2']))).toEqual({ '1': '37.77', '2': '-122.42' });
    expect(checkSchema(place.schema)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { mapArguments } from '../../../src/capability/arguments.ts';
import type { ArgumentTarget, GivenArguments } from '../../../src/capability/bindArguments.ts';
import { callForm } from '../../../src/capability/callForm.ts';
import { nearestValidCall } from '../../../src/capability/nearestValidCall.ts';
import { deriveSignature } from '../../../src/capability/signature.ts';
import type { Json, JsonSchema } from '../../../src/templates/parameters.ts';

function target(schema: JsonSchema | undefined, texts: string[] = []): ArgumentTarget {
  const signature = deriveSignature({ type: 'http', schema, texts });
  if (!signature.ok) throw new Error(signature.problem.message);
  return { signature: signature.value, schema, wholeBody: false };
}

const shown = (schema: JsonSchema | undefined, texts: string[] = []) => callForm('KEY', target(schema, texts).signature, schema).call;

describe('a call signature', () => {
  it('shows what a caller must know', () => {
    const schema = {
      properties: { owner: { type: 'string' }, repo: { type: 'string' }, state: { enum: ['open', 'closed', 'all'] } },
      required: ['owner', 'repo'],
    };
    expect(callForm('GITHUB_LIST_ISSUES', target(schema).signature, schema).call).toBe('GITHUB_LIST_ISSUES(owner, repo, state?: open|closed|all)');
    expect(shown({ properties: { n: { type: 'integer' }, tags: { type: 'array' }, s: { type: ['string', 'null'] }, v: { enum: [1, 'a b'] } } })).toBe(
      'KEY(n?: integer, tags?: array, s?, v?: 1|"a b")',
    );
    expect(shown(undefined, ['$1 $2+'])).toBe('KEY(1, 2+)');
    expect(shown(undefined)).toBe('KEY()');
  });

  it('stays short, says that it was cut, and keeps what is required longest', () => {
    const names = Array.from({ length: 40 }, (_, at) => `argument_number_${at}`);
    const text = shown({
      properties: Object.fromEntries(names.map((name) => [name, { type: 'integer' }])),
      required: ['argument_number_39', 'argument_number_2'],
    });
    expect(text).toMatch(/^KEY\(argument_number_2: integer, argument_number_39: integer, .*…\)$/);
    expect(shown({ properties: Object.fromEntries(names.map((name) => [name, {}])), required: names }).length).toBeLessThan(240);
  });
});

describe('the nearest valid call', () => {
  const schema = {
    properties: { latitude: { type: 'number' }, longitude: { type: 'number' }, unit: { enum: ['c', 'f'] }, day: { type: 'string', format: 'date' } },
    required: ['latitude', 'longitude'],
  };
  const to = target(schema);
  const near = (given: GivenArguments, examples: Json[] = []) => nearestValidCall('WEATHER', given, to, examples).args;

  it('keeps what fits, takes a misspelt name for the one it meant, and the example for the rest', () => {
    expect(near({ args: { latitud: 1, longitude: 'x', unit: 'k' } }, ['37.77|-122.42'])).toEqual({ latitude: 1, longitude: -122.42 });
    expect(near({ args: { latitude: 1, longitude: 2, unit: 'f', zz: 1 } })).toEqual({ latitude: 1, longitude: 2, unit: 'f' });
    expect(near({ body: '1|2|c|2026-01-31|more' })).toEqual({ latitude: 1, longitude: 2, unit: 'c', day: '2026-01-31' });
  });

  it('without an example is what the schema suggests', () => {
    const rich = {
      properties: {
        a: { const: 'x' },
        b: { enum: [3] },
        c: { type: 'integer', minimum: 10 },
        d: { type: 'string', format: 'email' },
        e: { type: 'array', minItems: 1, items: { type: 'boolean' } },
        f: { $ref: '#/$defs/f' },
        g: { type: 'string', examples: ['hint'] },
        h: {},
      },
      required: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'],
      $defs: { f: { type: 'object', properties: { n: { type: 'number', exclusiveMinimum: 0 } }, required: ['n'] } },
    };
    const { args } = nearestValidCall('K', {}, target(rich), []);
    expect(args).toEqual({ a: 'x', b: 3, c: 10, d: 'name@example.com', e: [true], f: { n: 1 }, g: 'hint', h: '<h>' });
    expect(mapArguments({ args }, target(rich)).ok).toBe(true);
  });

  it('of a row without schema uses its names', () => {
    expect(nearestValidCall('K', { body: 'a' }, target(undefined, ['$1 $2']), ['x|y']).args).toEqual({ '1': 'a', '2': 'y' });
    expect(nearestValidCall('K', { body: 'a|b' }, target(undefined), []).args).toEqual({});
  });

  it('is valid whatever was given, and never fails', () => {
    const given = fc.record(
      {
        body: fc.string({ unit: 'binary' }),
        args: fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom('latitude', 'lat', 'unit', 'day', '__proto__'), fc.jsonValue())),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(given, fc.constantFrom<Json[]>([], ['1|2'], [{ latitude: 1, longitude: 2, day: 'never' }], [5]), (call, examples) => {
        expect(mapArguments({ args: near(call, examples) }, to).ok).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

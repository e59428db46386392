// The arbitraries that the fuzz is made of: what they call valid is valid, and what they spoil mostly is not.
import { Validator, type Schema } from '@cfworker/json-schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validOf, type JsonSchema, type Surroundings } from './arbitraries.ts';
import { document } from './documented.ts';
import { jsonText, RawNumber } from './jsonText.ts';
import { nearlyOf } from './nearly.ts';

const schemas = document.components.schemas as Surroundings['components'];
const around: Surroundings = { components: schemas };

function takes(schema: JsonSchema): (value: unknown) => boolean {
  const validator = new Validator({ allOf: [schema], components: document.components } as unknown as Schema, '2020-12', true);
  // The validator, as a library, throws at half a surrogate pair in the name of a member.
  return (value) => validator.validate(JSON.parse(jsonText(value).replaceAll(/\\ud[89a-f][0-9a-f]{2}/g, '?'))).valid;
}

describe.each(Object.entries(schemas))('the schema %s', (_, schema) => {
  it('takes each value that is made for it', () => {
    const isTaken = takes(schema);
    fc.assert(
      fc.property(validOf(schema, around), (value) => isTaken(value)),
      { numRuns: 40, seed: 1 },
    );
  });
});

it('a spoiled value of a strict schema is refused by it, but now and then', () => {
  const isTaken = takes(schemas.Invoke as JsonSchema);
  const values = fc.sample(nearlyOf(schemas.Invoke as JsonSchema, around), { numRuns: 300, seed: 1 });
  expect(values.filter((value) => !isTaken(value)).length).toBeGreaterThan(150);
});

it('text of JSON has what JSON.stringify would not write', () => {
  expect(jsonText({ a: [-0, new RawNumber('1e400'), '\ud800'], ...(JSON.parse('{"__proto__":1}') as object) })).toBe(
    '{"a":[-0,1e400,"\\ud800"],"__proto__":1}',
  );
});

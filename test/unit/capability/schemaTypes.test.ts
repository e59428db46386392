import { describe, expect, it } from 'vitest';
import { declaredTypes } from '../../../src/capability/schemaTypes.ts';
import type { JsonSchema } from '../../../src/templates/parameters.ts';

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

// A body that is given for arguments says the same as they do, or there is none.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asBody } from '../../../src/capability/workedExample.ts';
import { digits, mapped, place, target } from './mapped.ts';

const ab = target({ properties: { a: { type: 'string' }, b: { type: 'string' } }, required: ['b'] });

describe('a body', () => {
  it('is the arguments between pipes', () => {
    expect(asBody({ latitude: 37.77, longitude: -122.4 }, place)).toBe('37.77|-122.4');
    expect(asBody({}, digits(0))).toBe('');
    expect(asBody({ message: 'a|b' }, target(undefined, [], 'agent'))).toBe('a|b');
    expect(asBody({ a: 'x', b: 'y|z' }, target({ properties: { a: {}, b: {} } }))).toBeUndefined();
  });

  it('never puts an argument into the place of one that is left out', () => {
    expect(asBody({ b: 'z' }, ab)).toBeUndefined();
    expect(asBody({ a: 'y' }, target({ properties: { a: { type: 'string' }, b: { type: 'string' } } }))).toBe('y');
  });

  it('says the same as the arguments, or there is none', () => {
    const value = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', '|', '1', '"', '{', '}', ' ', 'é') }),
      fc.integer(),
      fc.boolean(),
      fc.constant({ k: 'v|w' }),
    );
    const any = target({ properties: { a: { type: ['string', 'number', 'boolean', 'object'] }, b: {}, c: { type: 'string' } } });
    fc.assert(
      fc.property(fc.record({ a: value, b: value, c: fc.string() }, { requiredKeys: [] }), fc.constantFrom(any, ab, digits(3, true)), (args, to) => {
        const body = asBody(args, to);
        if (body !== undefined) expect(mapped({ body }, to)).toEqual(mapped({ args }, to));
      }),
    );
  });
});

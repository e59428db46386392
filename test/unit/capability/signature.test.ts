import { describe, expect, it } from 'vitest';
import { deriveSignature, type SignatureSource } from '../../../src/capability/signature.ts';
import type { JsonSchema } from '../../../src/templates/parameters.ts';

function derive(source: Partial<SignatureSource>) {
  const found = deriveSignature({ type: 'http', texts: [], ...source });
  return found.ok ? found.value : found.problem.rule;
}

describe('the signature of a row', () => {
  it('is its schema’s properties in order', () => {
    const schema = {
      type: 'object',
      properties: { owner: { type: 'string' }, count: { type: ['integer', 'null'] }, any: {} },
      required: ['any', 'owner'],
    };
    expect(derive({ schema })).toEqual([
      { name: 'owner', required: true, rest: false, types: ['string'] },
      { name: 'count', required: false, rest: false, types: ['integer', 'null'] },
      { name: 'any', required: true, rest: false },
    ]);
  });

  it('takes the rest with the last where a text says so, and what is no argument stays text', () => {
    const schema = { properties: { a: {}, b: {} } };
    expect(derive({ schema, texts: ['/$1', '{"x":"$2+"}'] })).toMatchObject([{ rest: false }, { rest: true }]);
    expect(derive({ schema, texts: ['\\$2+ $3+ $20+'] })).toMatchObject([{ rest: false }, { rest: false }]);
    expect(derive({ schema, texts: ['$1+'] })).toBe('bad_template');
  });

  it('without schema is the digits from 1, all required', () => {
    expect(derive({ texts: ['https://x.test/?a=$1', '$3+ $2'] })).toEqual([
      { name: '1', required: true, rest: false },
      { name: '2', required: true, rest: false },
      { name: '3', required: true, rest: true },
    ]);
    expect(derive({ texts: ['$5.00'] })).toEqual([]);
    expect(derive({ texts: ['$1+ $2'] })).toBe('bad_template');
  });

  it('without schema is the variables of the URL in order', () => {
    const uri = [
      { name: 'id', required: true },
      { name: 'q', required: false },
    ];
    expect(derive({ texts: ['https://x.test/{id}{?q}'], uri })).toEqual([
      { name: 'id', required: true, rest: false },
      { name: 'q', required: false, rest: false },
    ]);
    expect(derive({ texts: ['https://x.test/{id}/$1'], uri })).toBe('bad_template');
  });

  it('of an agent without schema is its message', () => {
    expect(derive({ type: 'agent', texts: ['costs $1'] })).toEqual([{ name: 'message', required: true, rest: false }]);
    expect(derive({ type: 'agent', schema: { properties: { a: {} } } })).toMatchObject([{ name: 'a' }]);
  });

  it('finds properties behind a reference and in combinators; alternatives require none', () => {
    const schema: JsonSchema = {
      $ref: '#/$defs/in',
      $defs: {
        in: {
          properties: { a: { type: 'string' } },
          required: ['a', 'only'],
          allOf: [{ properties: { b: {} } }],
          anyOf: [{ properties: { c: { type: 'string' } }, required: ['c'] }, { properties: { c: { type: 'number' } } }, { $ref: '#' }],
        },
      },
    };
    expect(derive({ schema })).toEqual([
      { name: 'a', required: true, rest: false, types: ['string'] },
      { name: 'b', required: false, rest: false },
      { name: 'c', required: false, rest: false, types: ['string', 'number'] },
      { name: 'only', required: true, rest: false },
    ]);
  });
});

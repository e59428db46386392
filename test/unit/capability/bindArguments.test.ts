import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../../src/templates/parameters.ts';
import { digits, mapped, place, refused, target } from './mapped.ts';

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
    expect(mapped({ body: 'a|b' }, target({ properties: { tone: {}, message: {} }, required: ['message'] }, [], 'agent'))).toEqual({
      message: 'a|b',
    });
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
    for (const text of ['0x10', '+1', '1_000', '.5', 'NaN', '01', 'x'])
      expect(mapped({ body: text }, one({ type: 'number' }))).toBe('invalid_argument:/x');
    for (const text of ['1.5', '9007199254740993', '1e999']) expect(mapped({ body: text }, one({ type: 'integer' }))).toBe('invalid_argument:/x');
  });
});

describe('args', () => {
  it('may be an object by name, an array by position, or the JSON text of one', () => {
    for (const args of [{ '2': 'b', '1': 'a' }, ['a', 'b'], '{"1":"a","2":"b"}', '["a","b"]'])
      expect(mapped({ args }, digits(2))).toEqual({ '1': 'a', '2': 'b' });
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

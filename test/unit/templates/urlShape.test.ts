import { describe, expect, it } from 'vitest';
import { parseUrl } from '../../../src/templates/url.ts';
import { harmlessArguments, hasShapeOf } from '../../../src/templates/urlShape.ts';
import { named } from './arbitraries.ts';

function sameShape(source: string, actual: string, expected: string, args = {}): boolean {
  const template = parseUrl(source, named('a', 'b?'));
  if (!template.ok) throw new Error(template.problem.message);
  return hasShapeOf(template.value.path, template.value.query, args, new URL(actual), new URL(expected));
}

describe('the last check of a URL', () => {
  it.each([
    ['https://h.example/$a', 'https://h.example/x/y', 'https://h.example/x'],
    ['https://h.example/s?q=$a', 'https://h.example/s?q=1&n=2', 'https://h.example/s?q=x'],
    ['https://h.example/s?q=$a', 'https://h.example/s?n=1', 'https://h.example/s?q=x'],
    ['https://h.example/s?q=$a', 'https://h.example/s', 'https://h.example/s?q=x'],
    ['https://h.example/s?k=1&$$a', 'https://h.example/s?k=1&%6b=2', 'https://h.example/s?k=1&x'],
  ])('refuses for %s what is not its shape: %s', (source, actual, expected) => {
    expect(sameShape(source, actual, expected)).toBe(false);
  });

  it.each([
    ['https://h.example/$a', 'https://h.example/a%2Fb', 'https://h.example/x'],
    ['https://h.example/$$a', 'https://h.example/a/b?c=1', 'https://h.example/x'],
    ['https://h.example/s?k=1&$$a', 'https://h.example/s?k=1&c=2', 'https://h.example/s?k=1&x'],
  ])('lets pass for %s its shape: %s', (source, actual, expected) => {
    expect(sameShape(source, actual, expected)).toBe(true);
  });

  it('compares with arguments that mean nothing in a URL and are absent where the real ones are', () => {
    expect(harmlessArguments({ a: '../?&#', b: null, c: ['/', null], d: { '&': 1, e: null }, f: 5 })).toEqual({
      a: 'x',
      b: null,
      c: ['x', null],
      d: { '~0': 'x', '~1': null },
      f: 'x',
    });
  });
});

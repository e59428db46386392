import { expect, it } from 'vitest';
import { parseJsonExactly } from '../../../src/runners/jsonExact.ts';
import { nextPage } from '../../../src/runners/nextPage.ts';
import { valueOfForm } from '../../../src/runners/valueOfForm.ts';

it('no digit of a large integer is lost', () => {
  expect(parseJsonExactly('{"id":12345678901234567890,"small":5,"half":0.5}')).toEqual({
    value: { id: '12345678901234567890', small: 5, half: 0.5 },
    hadLargeIntegers: true,
  });
  expect(parseJsonExactly('[9007199254740991,-9007199254740993,"12345678901234567890"]')).toEqual({
    value: [9007199254740991, '-9007199254740993', '12345678901234567890'],
    hadLargeIntegers: true,
  });
  expect(parseJsonExactly('{broken')).toBeUndefined();
});

it('the next page is the Link of rel next, made absolute, else a cursor of the body', () => {
  const next = (link: string, data?: Parameters<typeof nextPage>[2]) =>
    nextPage(new Headers(link === '' ? {} : { link }), 'https://a.example/x?page=1', data);
  expect(next('<https://a.example/x?page=0>; rel="prev", </x?page=2>; rel="next"')).toBe('https://a.example/x?page=2');
  expect(next('</x?page=2>; title="a, b; c"; rel=next')).toBe('https://a.example/x?page=2');
  expect(next('</style.css>; rel=preload')).toBeUndefined();
  expect(next('', { next_cursor: 'abc' })).toBe('abc');
  expect(next('', { response_metadata: { next_cursor: 'abc' } })).toBe('abc');
  expect(next('', { next_cursor: '', next: null })).toBeUndefined();
  expect(next('', ['next'])).toBeUndefined();
});

it('a kept form gives back the value that the reply had', () => {
  expect(valueOfForm('HTTP 200:{"a":1}', 'http', true)).toEqual({ data: { a: 1 } });
  expect(valueOfForm('HTTP 200:HTTP 500:x', 'http', false)).toEqual({ text: 'HTTP 500:x' });
  expect(valueOfForm('ERR:http:401:no', 'http', false)).toEqual({ text: 'no' });
  expect(valueOfForm('HTTP 200:x', 'fn', false)).toEqual({ text: 'HTTP 200:x' });
});

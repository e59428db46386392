import fc from 'fast-check';
import { expect, it } from 'vitest';
import { present } from '../../../src/http/present.ts';
import type { Json } from '../../../src/templates/parameters.ts';

const bytes = (value: Json) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)).length;

it('following the pieces of a list gives every item once, none cut, each piece within its bytes', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.integer(), fc.record({ a: fc.string() })), { maxLength: 30 }),
      fc.integer({ min: 1, max: 60 }),
      (items, maxBytes) => {
        const seen: Json[] = [];
        for (let offset: number | undefined = 0; offset !== undefined;) {
          const piece = present({ data: items }, { maxBytes, offset });
          const data = piece.members.data as Json[];
          expect(bytes(data) <= maxBytes || data.length === 1 || items.length === 0).toBe(true);
          seen.push(...data);
          offset = piece.next;
        }
        expect(seen).toEqual(items);
      },
    ),
  );
});

it('following the pieces of a text gives the text, cut between characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 1, max: 20 }), (text, maxBytes) => {
      let whole = '';
      for (let offset: number | undefined = 0; offset !== undefined;) {
        const piece = present({ text }, { maxBytes, offset });
        const head = piece.members.result as string;
        expect(head.isWellFormed()).toBe(true);
        whole += head;
        offset = piece.next;
      }
      expect(whole).toBe(text);
    }),
  );
});

it('`select` chooses before `max_bytes` cuts; on text it is not applied, and that is said', () => {
  expect(present({ data: { a: [1, 2, 3] } }, { select: 'a[1:]' }).members).toEqual({ data: [2, 3] });
  expect(present({ data: { a: [1, 2, 3] } }, { select: 'a', maxBytes: 3 }).members).toEqual({ data: [1], shown: 1, total: 3 });
  expect(present({ text: 'x' }, { select: 'a' })).toMatchObject({ members: { result: 'x' }, warnings: [expect.stringContaining('not applied')] });
});

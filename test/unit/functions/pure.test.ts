// now, uuid, hash, last_reply_of, template, and the two lists.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastReply } from '../../../src/runners/functions/lastReplyOf.ts';
import type { DirectoryFilter, InvocationFilter } from '../../../src/runners/functions/tools.ts';
import { AT, call, valueOf, whyOf } from './support.ts';

describe('now', () => {
  it('gives the time in the zone, with its offset and its calendar date', async () => {
    expect(await valueOf('now', { zone: 'America/Los_Angeles' })).toEqual({
      now: 'Sunday 26 July 2026, 04:36:19 (America/Los_Angeles)',
      today: '2026-07-26',
      time: '04:36:19',
      zone: 'America/Los_Angeles',
      iso: '2026-07-26T04:36:19.832-07:00',
    });
    expect(await valueOf('now', { zone: 'Pacific/Kiritimati' })).toMatchObject({ today: '2026-07-27', iso: '2026-07-27T01:36:19.832+14:00' });
    expect(await valueOf('now', { zone: 'Asia/Kathmandu' })).toMatchObject({ iso: '2026-07-26T17:21:19.832+05:45' });
  });

  it('is UTC where no zone is given', async () => {
    expect(await valueOf('now', {})).toMatchObject({ zone: 'UTC', iso: '2026-07-26T11:36:19.832+00:00', time: '11:36:19' });
  });

  it('writes midnight as 00', async () => {
    expect(await valueOf('now', {}, { now: () => new Date('2026-01-01T00:00:00.005Z') })).toMatchObject({
      time: '00:00:00',
      iso: '2026-01-01T00:00:00.005+00:00',
    });
  });

  it('refuses an unknown zone before it runs', async () => {
    for (const zone of ['Mars/Olympus', '', 'x'.repeat(65)])
      expect(await call('now', { zone })).toEqual([expect.stringMatching(/^\/zone /), ...(zone.length > 64 ? [expect.anything()] : [])]);
  });

  it('names the same instant in every zone', async () => {
    const zones = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Chatham', 'America/St_Johns'];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...zones),
        fc.date({ min: new Date('1980-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
        async (zone, at) => {
          const value = (await valueOf('now', { zone }, { now: () => at })) as { iso: string; today: string; time: string };
          expect(Date.parse(value.iso)).toBe(at.getTime());
          expect(value.iso.startsWith(`${value.today}T${value.time}.`)).toBe(true);
        },
      ),
    );
  });
});

describe('uuid', () => {
  it('is random by default, and a plain text', async () => {
    expect(await valueOf('uuid', {})).toBe('0f8fad5b-d9cb-469f-a165-70867728950e');
  });

  it('begins with the time in version 7 and keeps the variant', async () => {
    const value = (await valueOf('uuid', { version: 7 })) as string;
    expect(value).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(value.replaceAll('-', '').slice(0, 12), 16)).toBe(AT.getTime());
  });

  it('knows no other version', async () => {
    expect(await call('uuid', { version: 1 })).toEqual([expect.stringMatching(/^\/version /)]);
  });
});

describe('hash', () => {
  it('agrees with the published vectors', async () => {
    const hex = async (algorithm: string) => ((await valueOf('hash', { text: 'abc', algorithm })) as { hex: string }).hex;
    expect(await hex('sha-256')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(await hex('sha-1')).toBe('a9993e364706816aba3e25717850c26c9cd0d89d');
    expect(await hex('sha-384')).toMatch(/^cb00753f45a35e8b/);
    expect(await hex('sha-512')).toMatch(/^ddaf35a193617aba/);
  });

  it('covers the bytes of UTF-8', async () => {
    expect(await valueOf('hash', { text: 'é' })).toEqual({
      algorithm: 'sha-256',
      hex: '4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c',
      base64: 'SplVfkAzw1Od4utlRyAXytX5VX96BiWgnxw/biumnEw=',
    });
  });

  it('refuses texts without bound and unknown algorithms', async () => {
    expect(await call('hash', { text: 'x'.repeat(1_048_577) })).toEqual([expect.stringMatching(/^\/text /)]);
    expect(await call('hash', { text: 'x', algorithm: 'md5' })).toEqual([expect.stringMatching(/^\/algorithm /)]);
  });
});

describe('last_reply_of', () => {
  it.each([
    ['a [REPLY]one[/REPLY] b [REPLY] two\n[/REPLY] c', 'two'],
    ['no reply ', 'no reply '],
    ['[REPLY]open', '[REPLY]open'],
    ['[REPLY]done[/REPLY] then [REPLY]cut off', 'done'],
    ['[REPLY]a[/REPLY] stray [/REPLY]', 'a'],
    ['[/REPLY] [REPLY]', '[/REPLY] [REPLY]'],
    ['[REPLY][/REPLY]', ''],
  ])('of %j is %j', async (text, reply) => {
    expect(await valueOf('last_reply_of', { text })).toBe(reply);
  });

  it('is what stands in the last pair, whatever stands around it', () => {
    const free = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('[') && !text.includes(']'));
    fc.assert(
      fc.property(free, free, free, (before, reply, after) => {
        expect(lastReply(`${before}[REPLY]x[/REPLY][REPLY]${reply}[/REPLY]${after}`)).toBe(reply.trim());
      }),
    );
  });
});

describe('template', () => {
  it('fills each placeholder once and leaves other braces alone', async () => {
    expect(await valueOf('template', { template: 'Dear {name}, {"a": {n}} {1} {{n}}', values: { name: '{n}', n: 7, unused: true } })).toBe(
      'Dear {n}, {"a": 7} {1} {7}',
    );
    expect(await valueOf('template', { template: '{o}', values: { o: { a: [1] } } })).toBe('{"a":[1]}');
  });

  it('lists every placeholder that has no value, and runs nothing', async () => {
    expect(await call('template', { template: '{a} {b} {a} {constructor}', values: { c: 1 } })).toEqual([
      '/values/a is required by the template',
      '/values/b is required by the template',
      '/values/constructor is required by the template',
    ]);
  });

  it('stops where the text grows beyond its bound', async () => {
    expect(await whyOf('template', { template: '{a}'.repeat(10_000), values: { a: 'x'.repeat(10_000) } })).toBe('too_large');
  });

  it('never expands a value', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (value) => {
        expect(await valueOf('template', { template: '<{a}|{b}>', values: { a: value, b: '{a}' } })).toBe(`<${value}|{a}>`);
      }),
    );
  });
});

describe('lists', () => {
  it('hand the filter to what the caller may see, with the limit filled in', async () => {
    const seen: (DirectoryFilter | InvocationFilter)[] = [];
    const item = { key: 'NOW', type: 'fn', category: 'time', what: 'time', effect: 'read' } as const;
    const listDirectory = async (filter: DirectoryFilter) => (seen.push(filter), [item, item, item]);
    expect(await valueOf('directory_list', { category: 'time', limit: 2 }, { listDirectory })).toEqual({ items: [item, item], count: 2 });
    expect(await valueOf('invocations_list', { key: 'NOW' }, { listInvocations: async (filter) => (seen.push(filter), []) })).toEqual({
      items: [],
      count: 0,
    });
    expect(seen).toEqual([
      { category: 'time', limit: 2 },
      { key: 'NOW', limit: 20 },
    ]);
  });

  it('refuse filters that do not exist', async () => {
    expect(await call('directory_list', { owner: 'x' })).toEqual(['/owner is not a parameter of this function']);
    expect(await call('directory_list', { limit: 101 })).toEqual([expect.stringMatching(/^\/limit /)]);
    expect(await call('invocations_list', { status: 'FINE' })).toEqual([expect.stringMatching(/^\/status /)]);
  });
});

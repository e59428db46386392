// The log at every size that is easy to get wrong, and while many write: what is proven holds, whenever it is asked.
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { openLedger } from '../../src/ledger/openLedger.ts';
import { addRow, call } from '../support/api.ts';
import { AT, HASH, ledger } from './entries.ts';
import { checkpoint, goesOnFrom, holds } from './log.ts';
import type { Checkpoint } from '../../cli/verify/checkpoint.ts';

const sequencer = openLedger(env.SEQUENCER);
const entry = (subject: string) => ({
  kind: 'BLOCK_MUTATE',
  subject,
  at: AT,
  payload: `{"action":"write","actor":"owner","content_hash":"${HASH}","key":"X"}`,
  before: [],
  after: [],
});
const sizeNow = async () => (await ledger()).length;
const growTo = async (size: number) => {
  for (let at = await sizeNow(); at < size; at++) await sequencer.append(entry(`to-${at}`));
};

const held: Checkpoint[] = [];

describe('the empty log', () => {
  it('has a checkpoint, which begins with the key that vouches for it', async () => {
    const first = await checkpoint();
    expect(first).toMatchObject({ origin: 'http://rowcall.test', size: 1 });
    expect((await ledger()).map(({ kind }) => kind)).toEqual(['CHECKPOINT_KEY']);
    expect(await goesOnFrom({ ...first, size: 0 })).toBe(false);
    held.push(first);
  });

  it('is what every log begins with', async () => {
    const { body } = await call('GET', '/api/ledger/consistency?from=0', { headers: {} });
    expect(body).toMatchObject({ from: 0, to: 1, path: [] });
    expect((await call('GET', '/api/ledger/consistency?from=0&to=0', { headers: {} })).body).toMatchObject({ to: 0, path: [] });
  });
});

describe.each([2, 3, 7, 8, 255, 256, 257])('at %i entries', (size) => {
  beforeAll(async () => {
    await growTo(size);
    held.push(await (async () => sequencer.checkpoint(size))().then(checkpoint));
  }, 60_000);

  it('the log is proven to go on from every checkpoint that was held, and at every size between', async () => {
    expect(held.at(-1)?.size).toBe(size);
    for (const older of held) {
      expect(await goesOnFrom(older)).toBe(true);
      for (const to of [older.size, older.size + 1, size - 1, size].filter((each) => each >= older.size && each <= size))
        expect(await goesOnFrom(older, to)).toBe(true);
    }
  });

  it('a proof beyond its end is refused', async () => {
    for (const query of [`from=${size + 1}`, `from=1&to=${size + 1}`, `from=${size}&to=${size - 1}`])
      expect((await call('GET', `/api/ledger/consistency?${query}`, { headers: {} })).status).toBe(400);
  });
});

describe('while many write', () => {
  it('each checkpoint goes on from the one before, and every call that was answered is proven', async () => {
    await addRow({ key: 'CLOCK', type: 'fn', target: 'now' });
    const seen: Checkpoint[] = [await checkpoint()];
    const writing = new AbortController();
    const watch = (async () => {
      while (!writing.signal.aborted) {
        seen.push(await checkpoint());
        // Inside one isolate an answer from memory never yields to timers.
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    const ids = await Promise.all(
      Array.from({ length: 16 }, async () => {
        const mine: string[] = [];
        for (let at = 0; at < 6; at++) mine.push((await call('POST', '/api/invoke/CLOCK', { json: {} })).body.proof.invocation_id as string);
        return mine;
      }),
    );
    writing.abort();
    await watch;
    for (const one of seen) expect(await goesOnFrom(one)).toBe(true);
    for (const id of ids.flat()) expect(await holds(id)).toBe(true);
    expect((await ledger()).map(({ seq }) => seq)).toEqual((await ledger()).map((_, at) => at + 1));
  }, 60_000);

  it('there is at most one new checkpoint a second, and two who ask at once get the same', async () => {
    const notes = new Set<string>();
    const started = Date.now();
    while (Date.now() - started < 2_500) {
      await sequencer.append(entry('often'));
      const [one, other] = await Promise.all([sequencer.checkpoint(), sequencer.checkpoint()]);
      expect(one.note).toBe(other.note);
      notes.add(one.note);
    }
    expect(notes.size).toBeLessThanOrEqual((Date.now() - started) / 1_000 + 2);
  });

  it('one that must cover an entry waits for it', async () => {
    const appended = await sequencer.append(entry('covered'));
    expect((await sequencer.checkpoint(appended.ok ? appended.seq : 0)).size).toBeGreaterThanOrEqual(appended.ok ? appended.seq : Infinity);
  });
});

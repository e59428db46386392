// Pins: questions with a fixed answer. Resolve puts the pinned row first for that question, word for word.
import { asc, sql } from 'drizzle-orm';
import { hygieneFault } from '../capability/hygiene.ts';
import type { RowProblem } from '../capability/rules.ts';
import { credentialShapeIn } from '../capability/secretShapes.ts';
import { sha256Hex } from '../capability/sha256.ts';
import { hasUnsafeText } from '../capability/unsafeText.ts';
import { pinWords } from '../capability/words.ts';
import { actorName, type CallContext } from '../context.ts';
import { assertInBatch, isAssertionFailure } from '../db/assert.ts';
import { directory, pins } from '../db/schema.ts';
import { err, fault, ok, type Result, type Violation } from '../errors.ts';
import { parseKey } from '../ids.ts';
import { commit } from '../ledger/commit.ts';

export interface Pin {
  readonly phrase: string;
  readonly key: string;
}

export interface Pins {
  readonly pins: readonly Pin[];
  /** Entity tag of the whole collection. */
  readonly etag: string;
}

/** All pins, by the words of their phrases. */
export async function readPins(ctx: CallContext): Promise<Pins> {
  const stored = await ctx.db.select({ phrase: pins.phrase, key: pins.key }).from(pins).orderBy(asc(pins.words));
  return { pins: stored, etag: await etagOf(stored) };
}

/**
 * Replaces the collection. `isWanted` decides by the entity tag of the present one. The same collection again is no
 * write. Faults: invalid_field, registry_hygiene_refused (secret_in_row, unsafe_text), version_conflict.
 */
export async function writePins(ctx: CallContext, wanted: readonly Pin[], isWanted: (etag: string) => boolean): Promise<Result<Pins>> {
  const named = namedOf(wanted);
  if (!named.ok) return named;
  const problems = wanted.flatMap(({ phrase }, at) => problemsOf(ctx, phrase, `/pins/${at}/phrase`));
  if (problems.length > 0) return err(hygieneFault(problems));
  const before = await readPins(ctx);
  if (!isWanted(before.etag)) return err(fault('version_conflict', {}, { detail: 'The pins were changed by somebody else.' }));
  const after = named.value.map(({ phrase, key }) => ({ phrase, key }));
  const etag = await etagOf(after);
  if (etag === before.etag) return ok(before);
  // A pin whose row has gone stays as it is, so that it does not bar the way to every other change.
  const kept = new Set(before.pins.map(({ phrase, key }) => JSON.stringify([phrase, key])));
  const added = named.value.filter(({ phrase, key }) => !kept.has(JSON.stringify([phrase, key])));
  const unknown = await unknownKeys(ctx, added);
  if (unknown.length > 0) return err(fault('invalid_field', { name: 'pins' }, { violations: unknown }));

  const at = ctx.now().toISOString();
  const payload = { action: 'replace' as const, count: after.length, content_hash: await sha256Hex(textOf(after)), actor: actorName(ctx.actor) };
  const present = sql`(SELECT json_group_array(json_array(phrase, key)) FROM (SELECT phrase, key FROM pins ORDER BY words))`;
  try {
    await commit(ctx.ledger, { kind: 'PIN_MUTATE', subject: 'pins', at, payload }, [
      assertInBatch(ctx.db, sql`${present} = ${textOf(before.pins)}`),
      ctx.db.delete(pins),
      // One statement, whatever their number: a statement takes a hundred parameters.
      ctx.db
        .insert(pins)
        .select(
          sql`SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${JSON.stringify(named.value.map(({ words, phrase, key }) => [words, phrase, key]))})`,
        ),
    ]);
  } catch (error) {
    if (isAssertionFailure(error)) return err(fault('version_conflict', {}, { detail: 'The pins were changed at the same moment.' }));
    throw error;
  }
  return ok({ pins: after, etag });
}

interface NamedPin extends Pin {
  readonly words: string;
  /** Its place in the request. */
  readonly at: number;
}

/** The pins with the words they are compared by, in their order; each phrase must have words of its own. */
function namedOf(wanted: readonly Pin[]): Result<NamedPin[]> {
  const violations: Violation[] = [];
  const seen = new Map<string, number>();
  const named = wanted.map(({ phrase, key }, at) => {
    const words = pinWords(phrase);
    const first = seen.get(words);
    if (words === '') violations.push({ pointer: `/pins/${at}/phrase`, message: 'holds no word' });
    else if (first !== undefined) violations.push({ pointer: `/pins/${at}/phrase`, message: `says the same as /pins/${first}/phrase` });
    seen.set(words, at);
    return { words, phrase, key: parseKey(key) ?? key, at };
  });
  if (violations.length > 0) return err(fault('invalid_field', { name: 'pins' }, { violations }));
  return ok(named.toSorted((one, other) => inOrder(one.words, other.words)));
}

/** By code points, as the database orders text; `<` compares UTF-16 units, which sorts some Han characters otherwise. */
function inOrder(one: string, other: string): number {
  const [left, right] = [Array.from(one), Array.from(other)];
  const at = left.findIndex((character, index) => character !== right[index]);
  return at < 0 ? left.length - right.length : (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? -1);
}

async function unknownKeys(ctx: CallContext, wanted: readonly NamedPin[]): Promise<Violation[]> {
  const keys = JSON.stringify([...new Set(wanted.map(({ key }) => key))]);
  const known = await ctx.db
    .select({ key: directory.key })
    .from(directory)
    .where(sql`${directory.key} IN (SELECT value FROM json_each(${keys}))`);
  const found = new Set(known.map(({ key }) => key));
  return wanted
    .filter(({ key }) => !found.has(key))
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, key }) => ({ pointer: `/pins/${at}/key`, message: `${key} is no row` }));
}

function problemsOf(ctx: CallContext, phrase: string, pointer: string): RowProblem[] {
  if (ctx.redactor.text(phrase) !== phrase || credentialShapeIn(phrase) !== undefined) {
    return [{ rule: 'secret_in_row', pointer, message: 'holds a credential' }];
  }
  return hasUnsafeText(phrase) ? [{ rule: 'unsafe_text', pointer, message: 'holds control, bidirectional or tag characters' }] : [];
}

/** As SQLite writes it, so that the database can compare it. */
function textOf(some: readonly Pin[]): string {
  return JSON.stringify(some.map(({ phrase, key }) => [phrase, key]));
}

async function etagOf(some: readonly Pin[]): Promise<string> {
  return `"${(await sha256Hex(textOf(some))).slice(0, 16)}"`;
}

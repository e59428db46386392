// Group commit: what arrives while a batch is being written goes into the next one. One batch, one durable write.
import { messagesOf } from '../../db/assert.ts';
import { toHex } from '../../ids.ts';
import { leafText, type KeptEntry } from '../leaf.ts';
import type { Append, Appended, PlainStatement, WhyNot } from '../ledger.ts';
import type { Frontier, Node } from '../merkle/tree.ts';
import { DamagedLog, readNodes } from '../nodes.ts';
import { grow, nodesStatement, type Head } from './Head.ts';
import { joined, placed } from './statements.ts';

interface Waiting {
  readonly append: Append;
  readonly answer: (appended: Appended) => void;
}

/** Bounds of a group: entries, and characters of payloads and parameters (D1 takes 100 KB of SQL a statement, 30 s a batch). */
const GROUP_ENTRIES_MAX = 64;
const GROUP_CHARS_MAX = 2_000_000;
/** Where many write at once, the next group is waited for: a batch costs more than the wait. One alone never waits. */
const GATHER_MS = 4;
/** How often a head that proves stale is read again before giving up. */
const ATTEMPTS_MAX = 3;

export class Writer {
  readonly #db: D1Database;
  readonly #head: Head;
  readonly #waiting: Waiting[] = [];
  #isWriting = false;
  /** Whether the last group was more than one. */
  #isBusy = false;

  constructor(db: D1Database, head: Head) {
    this.#db = db;
    this.#head = head;
  }

  /** Appends one entry. Once it answers, the entry and its statements are durable, or none of them is there. */
  append(append: Append): Promise<Appended> {
    return new Promise((resolve) => {
      this.#waiting.push({ append, answer: resolve });
      void this.#writeAll();
    });
  }

  async #writeAll(): Promise<void> {
    if (this.#isWriting) return;
    this.#isWriting = true;
    try {
      while (this.#waiting.length > 0) {
        if (this.#isBusy) await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
        const group = this.#nextGroup();
        await this.#write(group);
        this.#isBusy = group.length > 1;
      }
    } finally {
      this.#isWriting = false;
    }
  }

  #nextGroup(): Waiting[] {
    let chars = 0;
    const end = this.#waiting.findIndex(({ append }, at) => at > 0 && (at >= GROUP_ENTRIES_MAX || (chars += sizeOf(append)) > GROUP_CHARS_MAX));
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end);
  }

  async #write(group: readonly Waiting[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#tryToWrite(group);
      if (outcome === 'stale' && attempt < ATTEMPTS_MAX) continue;
      // One refused statement rolls the whole batch back: alone, each stands or falls for itself.
      if (outcome !== 'written' && outcome !== 'stale' && outcome.why === 'rejected' && group.length > 1) {
        for (const waiting of group) await this.#write([waiting]);
        return;
      }
      if (outcome === 'written') return;
      const failed = outcome === 'stale' ? { why: 'unavailable' as const, message: 'the head of the log keeps moving' } : outcome;
      for (const { answer } of group) answer({ ok: false, ...failed });
      return;
    }
  }

  async #tryToWrite(group: readonly Waiting[]): Promise<'written' | 'stale' | { why: WhyNot; message: string }> {
    let next: { frontier: Frontier; nodes: Node[] } | undefined;
    let size = 0;
    try {
      const head = await this.#head.read();
      size = head.size;
      const entries = group.map(({ append }, at) => ({ ...append, seq: size + at + 1 }));
      next = await grow(head, entries.map(leafText));
      await this.#db.batch([
        ...entries.flatMap(({ before }) => before.map((statement) => this.#prepared(statement))),
        this.#entriesStatement(entries),
        ...joined(entries.flatMap(({ after, seq }) => after.map((statement) => placed(statement, seq)))).map((statement) =>
          this.#prepared(statement),
        ),
        nodesStatement(this.#db, next.nodes),
      ]);
    } catch (error) {
      const message = messagesOf(error).join(': ');
      if (error instanceof DamagedLog) return { why: 'damaged', message };
      this.#head.forget();
      if (/must be the next one|must hold the next node/.test(message)) return 'stale';
      if (/SQLITE_/.test(message)) return { why: 'rejected', message };
      // It cannot be told from the error whether the batch was committed; from the tree it can.
      if (next === undefined || !(await this.#isStored(size, next.nodes))) return { why: 'unavailable', message };
    }
    this.#head.moved(next.frontier);
    group.forEach(({ answer }, at) => answer({ ok: true, seq: size + at + 1 }));
    return 'written';
  }

  async #isStored(size: number, nodes: readonly Node[]): Promise<boolean> {
    const leaves = nodes.filter(({ level }) => level === 0);
    try {
      const hashAt = await readNodes(this.#db, leaves);
      return leaves.every((leaf) => toHex(hashAt(leaf)) === toHex(leaf.hash)) && leaves[0]?.index === size;
    } catch {
      return false;
    }
  }

  /** All entries of the group in one statement, in their order. */
  #entriesStatement(entries: readonly KeptEntry[]): D1PreparedStatement {
    const rows = entries.map(({ seq, kind, subject, at, payload }) => [seq, kind, subject, at, payload]);
    return this.#db
      .prepare(
        `INSERT INTO ledger (seq, kind, subject, at, payload)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?)`,
      )
      .bind(JSON.stringify(rows));
  }

  #prepared({ sql, params }: PlainStatement): D1PreparedStatement {
    return this.#db.prepare(sql).bind(...params);
  }
}

function sizeOf({ payload, before, after }: Append): number {
  const texts = [...before, ...after].flatMap(({ sql, params }) => [sql, ...params.filter((param) => typeof param === 'string')]);
  return texts.reduce((sum, text) => sum + text.length, payload.length);
}

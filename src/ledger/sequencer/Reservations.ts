// Idempotency keys, decided by the one sequencer: of equal requests at the same time exactly one is reserved.
import type { Append, Appended, KeyClaim, Taken } from '../ledger.ts';
import type { Writer } from './Writer.ts';

export class Reservations {
  readonly #db: D1Database;
  readonly #writer: Writer;
  /** The last request under each key that is still being decided. */
  readonly #deciding = new Map<string, Promise<unknown>>();

  constructor(db: D1Database, writer: Writer) {
    this.#db = db;
    this.#writer = writer;
  }

  /** Appends the entry unless the key is taken. Requests under one key are decided one after another. */
  async reserve(append: Append, claim: KeyClaim | undefined): Promise<Appended | Taken> {
    if (claim === undefined) return this.#writer.append(append);
    const name = JSON.stringify([claim.actor, claim.key]);
    const decided = (this.#deciding.get(name) ?? Promise.resolve()).then(() => this.#decide(append, claim));
    const settled = decided.catch(() => undefined);
    this.#deciding.set(name, settled);
    try {
      return await decided;
    } finally {
      if (this.#deciding.get(name) === settled) this.#deciding.delete(name);
    }
  }

  async #decide(append: Append, claim: KeyClaim): Promise<Appended | Taken> {
    const taken = await this.#db
      .prepare('SELECT hash, invocation FROM idempotency_keys WHERE actor = ? AND key = ?')
      .bind(claim.actor, claim.key)
      .first<{ hash: string; invocation: string }>();
    if (taken !== null) return { ok: false, why: 'taken', ...taken };
    const insert = {
      sql: 'INSERT INTO idempotency_keys (actor, key, hash, invocation, at) VALUES (?, ?, ?, ?, ?)',
      params: [claim.actor, claim.key, claim.hash, claim.invocation, claim.at],
    };
    return this.#writer.append({ ...append, after: [...append.after, insert] });
  }
}

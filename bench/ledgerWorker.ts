// Three ways to append an entry, for bench/ledger.ts: the sequencer's own (groups into D1), the same object on its own
// SQLite, and a plain D1 insert without a tree.
import { DurableObject } from 'cloudflare:workers';
import { leafText } from '../src/ledger/leaf.ts';
import type { Append } from '../src/ledger/ledger.ts';
import { EMPTY, type Frontier } from '../src/ledger/merkle/tree.ts';
import { grow, Head } from '../src/ledger/sequencer/Head.ts';
import { Writer } from '../src/ledger/sequencer/Writer.ts';
import { toHex } from '../src/ids.ts';

interface Bindings {
  readonly DB: D1Database;
  readonly GROUPED: DurableObjectNamespace<Grouped>;
  readonly OWN: DurableObjectNamespace<OwnSqlite>;
}

const PAYLOAD = JSON.stringify({ id: `inv_${'0'.repeat(32)}`, note: 'x'.repeat(600) });
const entry = (): Append => ({ kind: 'INVOKE', subject: 'bench', at: new Date().toISOString(), payload: PAYLOAD, before: [], after: [] });

export class Grouped extends DurableObject<Bindings> {
  readonly #writer: Writer;

  constructor(state: DurableObjectState, bindings: Bindings) {
    super(state, bindings);
    this.#writer = new Writer(bindings.DB, new Head(bindings.DB, async () => undefined));
  }

  async append(append: Append): Promise<boolean> {
    return (await this.#writer.append(append)).ok;
  }
}

export class OwnSqlite extends DurableObject<Bindings> {
  #frontier: Frontier = EMPTY;
  #last: Promise<unknown> = Promise.resolve();

  constructor(state: DurableObjectState, bindings: Bindings) {
    super(state, bindings);
    state.storage.sql.exec('CREATE TABLE IF NOT EXISTS ledger (seq INTEGER PRIMARY KEY, kind TEXT, subject TEXT, at TEXT, payload TEXT)');
    state.storage.sql.exec('CREATE TABLE IF NOT EXISTS ledger_nodes (level INTEGER, idx INTEGER, hash BLOB, PRIMARY KEY (level, idx)) WITHOUT ROWID');
  }

  /** The object's output waits until its writes are durable, those of many requests together. */
  append(append: Append): Promise<boolean> {
    const appended = this.#last.then(async () => {
      const seq = this.#frontier.size + 1;
      const { frontier, nodes } = await grow(this.#frontier, [leafText({ ...append, seq })]);
      const { sql } = this.ctx.storage;
      this.ctx.storage.transactionSync(() => {
        sql.exec('INSERT INTO ledger VALUES (?, ?, ?, ?, ?)', seq, append.kind, append.subject, append.at, append.payload);
        for (const { level, index, hash } of nodes) sql.exec('INSERT INTO ledger_nodes VALUES (?, ?, unhex(?))', level, index, toHex(hash));
      });
      this.#frontier = frontier;
      return true;
    });
    this.#last = appended.catch(() => undefined);
    return appended;
  }
}

export default {
  async fetch(request: Request, { DB, GROUPED, OWN }: Bindings): Promise<Response> {
    switch (new URL(request.url).pathname) {
      case '/grouped':
        return Response.json(await GROUPED.getByName('ledger').append(entry()));
      case '/own':
        return Response.json(await OWN.getByName('ledger').append(entry()));
      default: {
        const { kind, subject, at, payload } = entry();
        await DB.prepare('INSERT INTO plain (kind, subject, at, payload) VALUES (?, ?, ?, ?)').bind(kind, subject, at, payload).run();
        return Response.json(true);
      }
    }
  },
};

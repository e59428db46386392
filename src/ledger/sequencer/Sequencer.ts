// The one writer of the ledger: a Durable Object, so that there is one of it wherever requests come in.
import { DurableObject } from 'cloudflare:workers';
import { canonicalJson } from '../../capability/canonicalJson.ts';
import { openDatabase, type Database } from '../../db/client.ts';
import { readConfig, type AppConfig, type Bindings } from '../../env.ts';
import { logWarning } from '../../log.ts';
import type { Append, Appended, Checkpoint, KeyClaim, Ledger, Taken } from '../ledger.ts';
import { rootOf } from '../merkle/tree.ts';
import { prune } from '../prune.ts';
import { openSigning, type Signing } from '../sign.ts';
import { nextDeadline, sweep } from '../sweep.ts';
import { toHex } from '../../ids.ts';
import { Checkpoints, type Memory } from './Checkpoints.ts';
import { Head } from './Head.ts';
import { Reservations } from './Reservations.ts';
import { Writer } from './Writer.ts';

/** How long after an entry its checkpoint is made. */
const CHECKPOINT_AFTER_MS = 1_000;
/** How often it wakes where nothing calls for it earlier. */
const IDLE_MS = 3_600_000;
const AFTER_FAILURE_MS = 10_000;

export class Sequencer extends DurableObject<Bindings> {
  readonly #config: AppConfig;
  readonly #db: Database;
  readonly #head: Head;
  readonly #writer: Writer;
  readonly #reservations: Reservations;
  readonly #memory: Memory;
  #signing: Promise<Signing> | undefined;
  #checkpoints: Promise<Checkpoints> | undefined;
  #wakesAtMs: number | undefined;

  constructor(state: DurableObjectState, bindings: Bindings) {
    super(state, bindings);
    this.#config = readConfig(bindings);
    this.#db = openDatabase(bindings.DB);
    this.#memory = memoryOf(state.storage);
    this.#head = new Head(bindings.DB, () => this.#memory.read());
    this.#writer = new Writer(bindings.DB, this.#head);
    this.#reservations = new Reservations(bindings.DB, this.#writer);
  }

  /** Appends one entry with its statements, all or nothing, durable once it answers; under a key only where it is free. */
  async append(append: Append, claim?: KeyClaim): Promise<Appended | Taken> {
    await this.#stateKey();
    const appended = await this.#reservations.reserve(append, claim);
    if (appended.ok) await this.#wakeBy(Date.now() + CHECKPOINT_AFTER_MS);
    return appended;
  }

  /** The newest checkpoint; waits up to a second for one that covers so many entries. */
  async checkpoint(covering?: number): Promise<Checkpoint> {
    return (await this.#openCheckpoints()).newest(covering);
  }

  async checkpointAt(size: number): Promise<Checkpoint> {
    return (await this.#openCheckpoints()).at(size);
  }

  /** Settles calls whose time is over as UNKNOWN_OUTCOME, and wakes queued ones again. */
  async sweep(): Promise<void> {
    await sweep({ db: this.#db, ledger: this.#asLedger(), signing: await this.#openSigning(), queue: this.env.CALLS, now: new Date() });
    await this.#wakeBy((await nextDeadline(this.#db)) ?? Date.now() + IDLE_MS);
  }

  /**
   * For a database that was restored from a copy, on the operator's word: takes the stored log as it is, appends REOPENED
   * with its size and root, and signs from there on. Who holds a later checkpoint sees the fork.
   */
  async reopen(): Promise<Checkpoint> {
    const { size, roots } = await this.#head.adopt();
    await this.ctx.storage.delete(['checkpoint', 'checkpoint-key']);
    this.#checkpoints = undefined;
    const payload = canonicalJson({ size, root: toHex(await rootOf({ size, roots })) });
    const appended = await this.append({ kind: 'REOPENED', subject: 'ledger', at: new Date().toISOString(), payload, before: [], after: [] });
    if (!appended.ok) throw new Error(appended.why === 'taken' ? 'storage' : `storage: ${appended.message}`);
    return this.checkpoint(appended.seq);
  }

  override async alarm(): Promise<void> {
    this.#wakesAtMs = undefined;
    // Without keys there is nothing to do before somebody sets them, which starts this object anew.
    if ((await this.#openSigning().catch(() => undefined)) === undefined) return;
    try {
      await this.checkpoint();
      await this.#prune();
      await this.sweep();
    } catch (error) {
      logWarning(`the sequencer tries again: ${error instanceof Error ? error.message : 'failed'}`);
      await this.#wakeBy(Date.now() + AFTER_FAILURE_MS);
    }
  }

  /** Before the first entry; without keys rows can still be written, and nothing is signed. */
  async #stateKey(): Promise<void> {
    const checkpoints = await this.#openCheckpoints().catch(() => undefined);
    await checkpoints?.stateKey();
  }

  async #prune(): Promise<void> {
    const pruned = await prune({
      db: this.#db,
      ledger: this.#asLedger(),
      retainBodiesDays: this.#config.retainBodiesDays,
      prunedTo: (await this.ctx.storage.get<string>('pruned-to')) ?? '',
      now: new Date(),
    });
    if (pruned.artifacts.length > 0) await this.env.ARTIFACTS?.delete(pruned.artifacts);
    await this.ctx.storage.put('pruned-to', pruned.prunedTo);
  }

  /** Does not wait until the alarm is stored: one that a crash loses is set again by the next entry or sweep. */
  async #wakeBy(atMs: number): Promise<void> {
    if (this.#wakesAtMs !== undefined && this.#wakesAtMs <= atMs) return;
    this.#wakesAtMs = atMs;
    await this.ctx.storage.setAlarm(atMs, { allowUnconfirmed: true });
  }

  #openSigning(): Promise<Signing> {
    return (this.#signing ??= openSigning(this.#config).then((opened) => {
      if ('problems' in opened) throw new Error(`not ready: ${opened.problems.join('; ')}`);
      return opened;
    }));
  }

  #openCheckpoints(): Promise<Checkpoints> {
    return (this.#checkpoints ??= this.#openSigning().then(
      ({ checkpoints: key }) =>
        new Checkpoints({
          db: this.env.DB,
          head: this.#head,
          writer: this.#writer,
          memory: this.#memory,
          origin: this.#config.origin as string,
          key,
        }),
    ));
  }

  /** The verbs of the ledger for what runs inside this object. */
  #asLedger(): Pick<Ledger, 'append'> {
    return { append: (append, claim) => this.#reservations.reserve(append, claim) };
  }
}

function memoryOf(storage: DurableObjectStorage): Memory {
  return {
    read: () => storage.get<Checkpoint>('checkpoint'),
    async write(checkpoint) {
      await storage.put('checkpoint', checkpoint);
      await storage.sync();
    },
    statedKey: () => storage.get<string>('checkpoint-key'),
    stateKey: (kid) => storage.put('checkpoint-key', kid),
  };
}

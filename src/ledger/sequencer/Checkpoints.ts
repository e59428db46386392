// Signs the size and root of the log: at most once a second, and never what contradicts an earlier signature.
import { canonicalJson } from '../../capability/canonicalJson.ts';
import { toHex } from '../../ids.ts';
import type { Checkpoint } from '../ledger.ts';
import { placesThrough, rootThrough } from '../merkle/paths.ts';
import { fold, fullTrees, rootOf } from '../merkle/tree.ts';
import { DamagedLog, readNodes } from '../nodes.ts';
import { signedNote } from '../note.ts';
import type { CheckpointKey } from '../sign.ts';
import type { Head } from './Head.ts';
import type { Writer } from './Writer.ts';

/** What this object remembers beside the log, so that a log which was put back is noticed. */
export interface Memory {
  read(): Promise<Checkpoint | undefined>;
  /** Durable before it returns. */
  write(checkpoint: Checkpoint): Promise<void>;
  /** The key whose use the log has stated. */
  statedKey(): Promise<string | undefined>;
  stateKey(kid: string): Promise<void>;
}

const INTERVAL_MS = 1_000;

export class Checkpoints {
  readonly #db: D1Database;
  readonly #head: Head;
  readonly #writer: Writer;
  readonly #memory: Memory;
  readonly #origin: string;
  readonly #key: CheckpointKey;
  #madeAtMs = 0;
  #making: Promise<Checkpoint> | undefined;
  #stating: Promise<void> | undefined;

  constructor(parts: { db: D1Database; head: Head; writer: Writer; memory: Memory; origin: string; key: CheckpointKey }) {
    this.#db = parts.db;
    this.#head = parts.head;
    this.#writer = parts.writer;
    this.#memory = parts.memory;
    this.#origin = parts.origin;
    this.#key = parts.key;
  }

  /** The newest checkpoint; one that covers so many entries, where that many are given. Waits up to a second for it. */
  async newest(covering = 0): Promise<Checkpoint> {
    // A new key is stated first, so that a checkpoint of the former one is not the newest any more.
    await this.stateKey();
    for (;;) {
      const known = await this.#memory.read();
      const { size } = await this.#head.read();
      const isRecent = Date.now() - this.#madeAtMs < INTERVAL_MS;
      if (known !== undefined && known.size >= covering && known.note.startsWith(`${this.#origin}\n`) && (known.size === size || isRecent))
        return known;
      if (covering > size) throw new RangeError('no such entry');
      if (isRecent) await new Promise((resolve) => setTimeout(resolve, this.#madeAtMs + INTERVAL_MS - Date.now() + 1));
      else await (this.#making ??= this.#make().finally(() => (this.#making = undefined)));
    }
  }

  /** The checkpoint of an earlier size, whose tree must be the beginning of the present one. */
  async at(size: number): Promise<Checkpoint> {
    const head = await this.#head.read();
    if (size > head.size) throw new RangeError('no such size');
    const hashAt = await readNodes(this.#db, placesThrough(size, head.size));
    if (toHex(await rootThrough(size, head.size, hashAt)) !== toHex(await rootOf(head)))
      throw new DamagedLog('the kept nodes do not give the root of the log');
    const root = await fold(fullTrees(0, size).map(hashAt));
    return { size, root: toHex(root), note: await signedNote(this.#origin, size, root, this.#key) };
  }

  async #make(): Promise<Checkpoint> {
    const head = await this.#head.read();
    const root = await rootOf(head);
    const checkpoint = { size: head.size, root: toHex(root), note: await signedNote(this.#origin, head.size, root, this.#key) };
    await this.#memory.write(checkpoint);
    this.#madeAtMs = Date.now();
    return checkpoint;
  }

  /** Appends, once, which key vouches for the log from here on: the log itself says so. */
  stateKey(): Promise<void> {
    return (this.#stating ??= this.#stateKey().catch((error: unknown) => {
      this.#stating = undefined;
      throw error;
    }));
  }

  async #stateKey(): Promise<void> {
    const { kid, x } = this.#key;
    if ((await this.#memory.statedKey()) === kid) return;
    const payload = canonicalJson({ kid, x });
    const appended = await this.#writer.append({
      kind: 'CHECKPOINT_KEY',
      subject: kid,
      at: new Date().toISOString(),
      payload,
      before: [],
      after: [],
    });
    if (!appended.ok) throw appended.why === 'damaged' ? new DamagedLog(appended.message) : new Error(`storage: ${appended.message}`);
    await this.#memory.stateKey(kid);
  }
}

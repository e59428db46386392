// Where the log ends. Kept in memory, and read again whenever what was written shows it to be stale.
import { toHex } from '../../ids.ts';
import { leafText, type KeptEntry } from '../leaf.ts';
import type { Checkpoint } from '../ledger.ts';
import { leafHash } from '../merkle/hash.ts';
import { append, fold, fullTrees, type Frontier, type Node } from '../merkle/tree.ts';
import { DamagedLog, readNodes } from '../nodes.ts';

/** Entries that are read and hashed at a time where there is no tree yet. */
const PAGE = 500;

export class Head {
  readonly #db: D1Database;
  readonly #lastSigned: () => Promise<Checkpoint | undefined>;
  #frontier: Frontier | undefined;

  constructor(db: D1Database, lastSigned: () => Promise<Checkpoint | undefined>) {
    this.#db = db;
    this.#lastSigned = lastSigned;
  }

  /** The tree as it is stored. Throws DamagedLog where it does not continue what was signed. */
  async read(): Promise<Frontier> {
    return (this.#frontier ??= await this.#load(false));
  }

  /** Takes the stored log as it is, whatever was signed before: for a restored copy, by the operator's word. */
  async adopt(): Promise<Frontier> {
    return (this.#frontier = await this.#load(true));
  }

  moved(to: Frontier): void {
    this.#frontier = to;
  }

  forget(): void {
    this.#frontier = undefined;
  }

  async #load(isAdopted: boolean): Promise<Frontier> {
    const { entries, leaves } = (await this.#db
      .prepare(
        'SELECT (SELECT coalesce(max(seq), 0) FROM ledger) AS entries, (SELECT coalesce(max(idx), -1) + 1 FROM ledger_nodes WHERE level = 0) AS leaves',
      )
      .first<{ entries: number; leaves: number }>()) as { entries: number; leaves: number };
    const signed = isAdopted ? undefined : await this.#lastSigned();
    if (entries < leaves) throw new DamagedLog(`entries are missing: the tree has ${leaves}, the log ${entries}`);
    if (signed !== undefined && leaves < signed.size)
      throw new DamagedLog(`the log has ${leaves} entries, and a checkpoint of ${signed.size} was signed`);
    if (signed !== undefined && (await this.#rootAt(signed.size)) !== signed.root)
      throw new DamagedLog(`the first ${signed.size} entries are not those whose checkpoint was signed`);
    const frontier = { size: leaves, roots: await this.#rootsAt(leaves) };
    if (entries === leaves) return frontier;
    // A log from before there was a tree, or one that the operator takes as it is.
    if (leaves > 0 && !isAdopted) throw new DamagedLog(`entry ${leaves + 1} was not written by this service`);
    return this.#hashed(frontier, entries);
  }

  async #rootsAt(size: number) {
    const places = fullTrees(0, size);
    return places.map(await readNodes(this.#db, places));
  }

  async #rootAt(size: number): Promise<string> {
    return toHex(await fold(await this.#rootsAt(size)));
  }

  /** Makes the nodes of entries that have none. */
  async #hashed(from: Frontier, entries: number): Promise<Frontier> {
    let frontier = from;
    while (frontier.size < entries) {
      const { results } = await this.#db
        .prepare('SELECT seq, kind, subject, at, payload FROM ledger WHERE seq > ? ORDER BY seq LIMIT ?')
        .bind(frontier.size, PAGE)
        .all<KeptEntry>();
      if (results[0]?.seq !== frontier.size + 1) throw new DamagedLog(`entry ${frontier.size + 1} is missing`);
      const grown = await grow(frontier, results.map(leafText));
      await nodesStatement(this.#db, grown.nodes).run();
      frontier = grown.frontier;
    }
    return frontier;
  }
}

/** The tree with the leaves of these texts, and the nodes that are new. */
export async function grow(from: Frontier, leaves: readonly string[]): Promise<{ frontier: Frontier; nodes: Node[] }> {
  const hashes = await Promise.all(leaves.map((text) => leafHash(new TextEncoder().encode(text))));
  const nodes: Node[] = [];
  let frontier = from;
  for (const hash of hashes) {
    const grown = await append(frontier, hash);
    frontier = grown.frontier;
    nodes.push(...grown.nodes);
  }
  return { frontier, nodes };
}

/** Stores nodes in one statement; of one level in the order of their indexes. */
export function nodesStatement(db: D1Database, nodes: readonly Node[]): D1PreparedStatement {
  const rows = nodes.map(({ level, index, hash }) => [level, index, toHex(hash)]);
  return db
    .prepare('INSERT INTO ledger_nodes (level, idx, hash) SELECT value ->> 0, value ->> 1, unhex(value ->> 2) FROM json_each(?)')
    .bind(JSON.stringify(rows));
}

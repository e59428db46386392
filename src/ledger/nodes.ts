// The kept nodes of the tree, read by their places: one query, whatever their number.
import { fromHex } from '../ids.ts';
import type { Hash } from './merkle/hash.ts';
import type { Place } from './merkle/tree.ts';

/** The kept hash of each place. Throws where one is not there: then the tree is damaged. */
export type HashAt = (place: Place) => Hash;

export async function readNodes(db: D1Database, places: readonly Place[]): Promise<HashAt> {
  const find = await findNodes(db, places);
  return (place) => {
    const hash = find(place);
    if (hash === undefined) throw new DamagedLog(`the node of level ${place.level} with the index ${place.index} is missing`);
    return hash;
  };
}

/** The same for who can do without some. */
export async function findNodes(db: D1Database, places: readonly Place[]): Promise<(place: Place) => Hash | undefined> {
  const { results } = await db
    .prepare(
      `SELECT n.level, n.idx, lower(hex(n.hash)) AS hash
       FROM json_each(?) AS wanted JOIN ledger_nodes AS n ON n.level = wanted.value ->> 0 AND n.idx = wanted.value ->> 1`,
    )
    .bind(JSON.stringify(places.map(({ level, index }) => [level, index])))
    .all<{ level: number; idx: number; hash: string }>();
  const hashes = new Map(results.map(({ level, idx, hash }) => [`${level}/${idx}`, fromHex(hash)]));
  return ({ level, index }) => hashes.get(`${level}/${index}`);
}

/** What is kept contradicts itself or the checkpoint that this service has signed. Its mark survives the way through a stub. */
export class DamagedLog extends Error {
  override name = 'DamagedLog';

  constructor(what: string) {
    super(what.startsWith(DAMAGED) ? what : `${DAMAGED}${what}`);
  }
}

export const DAMAGED = 'damaged log: ';

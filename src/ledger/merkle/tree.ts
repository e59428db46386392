// A tree that grows: the nodes that a leaf completes, and the root at any time (RFC 9162 section 2.1). Pure.
// A node is named by its level (leaves are level 0) and its index there; it is kept once both its halves are full.
import { emptyRoot, nodeHash, type Hash } from './hash.ts';

export interface Place {
  readonly level: number;
  readonly index: number;
}

export interface Node extends Place {
  readonly hash: Hash;
}

/** A tree by its size and the roots of the full trees that it is made of, the largest (leftmost) first. */
export interface Frontier {
  readonly size: number;
  readonly roots: readonly Hash[];
}

export const EMPTY: Frontier = { size: 0, roots: [] };

/** The tree with one more leaf, and the nodes which that leaf completes, the leaf first. */
export async function append({ size, roots }: Frontier, leaf: Hash): Promise<{ readonly frontier: Frontier; readonly nodes: readonly Node[] }> {
  const kept = [...roots];
  const nodes: Node[] = [{ level: 0, index: size, hash: leaf }];
  let { level, index, hash } = nodes[0] as Node;
  // An odd index is a right half: its parent is complete.
  while (index % 2 === 1) {
    hash = await nodeHash(kept.pop() as Hash, hash);
    level += 1;
    index = (index - 1) / 2;
    nodes.push({ level, index, hash });
  }
  return { frontier: { size: size + 1, roots: [...kept, hash] }, nodes };
}

/** The Merkle tree hash of the whole. */
export function rootOf({ roots }: Frontier): Promise<Hash> {
  return fold(roots);
}

/** Joins the roots of neighbouring full trees, the largest first, from the right. */
export async function fold(roots: readonly Hash[]): Promise<Hash> {
  const last = roots.at(-1);
  if (last === undefined) return emptyRoot();
  let hash = last;
  for (const left of roots.slice(0, -1).toReversed()) hash = await nodeHash(left, hash);
  return hash;
}

/**
 * The full trees that cover the leaves from `start` to before `end`, the leftmost first. `start` must be a multiple of
 * the largest power of two that fits, as it is for every subtree of RFC 9162.
 */
export function fullTrees(start: number, end: number): Place[] {
  const places: Place[] = [];
  for (let at = start; at < end;) {
    let level = 0;
    while (at + 2 ** (level + 1) <= end) level += 1;
    places.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return places;
}

/** The nodes that the leaf of the entry `seq` (counted from 1) completes, the leaf first. */
export function completedBy(seq: number): Place[] {
  const places: Place[] = [];
  for (let level = 0, count = seq; ; level++, count /= 2) {
    places.push({ level, index: count - 1 });
    if (count % 2 === 1) return places;
  }
}

// Which subtrees make a proof (RFC 9162 sections 2.1.3.1 and 2.1.4.1). Pure: it names nodes, whoever has them reads them.
import { nodeHash, type Hash } from './hash.ts';
import { fold, fullTrees, type Place } from './tree.ts';

/** The leaves from `start` to before `end`: one subtree whose hash is one element of a proof. */
export interface Subtree {
  readonly start: number;
  readonly end: number;
}

/** The subtrees of the inclusion proof of the leaf `index` in the tree of `size` leaves, leaf to root. */
export function inclusionPath(index: number, size: number): Subtree[] {
  if (index < 0 || index >= size) throw new RangeError('no such leaf');
  const path: Subtree[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + half(end - start);
    const isLeft = index < middle;
    path.push(isLeft ? { start: middle, end } : { start, end: middle });
    [start, end] = isLeft ? [start, middle] : [middle, end];
  }
  return path.toReversed();
}

/** The subtrees of the consistency proof between the trees of `from` and `to` leaves; none where either is trivial. */
export function consistencyPath(from: number, to: number): Subtree[] {
  if (from > to) throw new RangeError('the tree does not shrink');
  if (from === 0 || from === to) return [];
  const path: Subtree[] = [];
  let [start, end] = [0, to];
  // `from` is where the older tree ends: descend until a subtree ends there.
  while (end !== from) {
    const middle = start + half(end - start);
    const isLeft = from <= middle;
    path.push(isLeft ? { start: middle, end } : { start, end: middle });
    [start, end] = isLeft ? [start, middle] : [middle, end];
  }
  // The older tree itself is known to who holds it; any other subtree is not.
  if (start !== 0) path.push({ start, end });
  return path.toReversed();
}

/**
 * The root of the tree of `to` leaves, made of the nodes that make the root of its first `from` leaves and of the rest:
 * where it is the known one, the nodes of the smaller tree are true as well.
 */
export function rootThrough(from: number, to: number, hashAt: (place: Place) => Hash): Promise<Hash> {
  const hashOf = async (start: number, end: number): Promise<Hash> => {
    if (end <= from || start >= from) return fold(fullTrees(start, end).map(hashAt));
    const middle = start + half(end - start);
    return nodeHash(await hashOf(start, middle), await hashOf(middle, end));
  };
  return hashOf(0, to);
}

/** The nodes that `rootThrough` needs. */
export function placesThrough(from: number, to: number): Place[] {
  const placesIn = (start: number, end: number): Place[] => {
    if (end <= from || start >= from) return fullTrees(start, end);
    const middle = start + half(end - start);
    return [...placesIn(start, middle), ...placesIn(middle, end)];
  };
  return placesIn(0, to);
}

/** The kept nodes that a proof needs. */
export function placesOf(path: readonly Subtree[]): Place[] {
  return path.flatMap(({ start, end }) => fullTrees(start, end));
}

/** The hashes of a proof, from the nodes that `placesOf` named. */
export function hashesOf(path: readonly Subtree[], hashAt: (place: Place) => Hash): Promise<Hash[]> {
  return Promise.all(path.map(({ start, end }) => fold(fullTrees(start, end).map(hashAt))));
}

/** The largest power of two that is smaller than `size`. */
function half(size: number): number {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
}

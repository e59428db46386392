// Verification of Merkle proofs, step by step as RFC 9162 has it. Pure.
import { isSame, sha256, type Bytes } from './bytes.ts';

/** SHA-256(0x00 ‖ data) (section 2.1.1). */
export function leafHash(data: Uint8Array): Promise<Bytes> {
  return sha256(Uint8Array.of(0), data);
}

/** SHA-256(0x01 ‖ left ‖ right) (section 2.1.1). */
export function nodeHash(left: Uint8Array, right: Uint8Array): Promise<Bytes> {
  return sha256(Uint8Array.of(1), left, right);
}

/** Whether the leaf stands at `index` of the tree of `size` leaves with this root (section 2.1.3.2). */
export async function isIncluded(leaf: Bytes, index: number, size: number, path: readonly Bytes[], root: Bytes): Promise<boolean> {
  if (!isCount(index) || !isCount(size) || index >= size) return false;
  let [fn, sn, hash] = [index, size - 1, leaf];
  for (const sibling of path) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      hash = await nodeHash(sibling, hash);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else hash = await nodeHash(hash, sibling);
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && isSame(hash, root);
}

/** Whether the tree of `from` leaves with the first root is the beginning of that of `to` with the second (section 2.1.4.2). */
export async function isConsistent(from: number, to: number, path: readonly Bytes[], first: Bytes, second: Bytes): Promise<boolean> {
  if (!isCount(from) || !isCount(to) || from > to) return false;
  if (from === to) return path.length === 0 && isSame(first, second);
  // Everything begins with nothing.
  if (from === 0) return path.length === 0 && isSame(first, await sha256());
  const hashes = isPowerOfTwo(from) ? [first, ...path] : [...path];
  const start = hashes.shift();
  if (start === undefined) return false;
  let [fn, sn, fr, sr] = [from - 1, to - 1, start, start];
  while (fn % 2 === 1) [fn, sn] = [half(fn), half(sn)];
  for (const hash of hashes) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      fr = await nodeHash(hash, fr);
      sr = await nodeHash(hash, sr);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else sr = await nodeHash(sr, hash);
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && isSame(fr, first) && isSame(sr, second);
}

/** A right shift that does not stop at 32 bits. */
function half(count: number): number {
  return Math.floor(count / 2);
}

function isCount(count: number): boolean {
  return Number.isSafeInteger(count) && count >= 0;
}

function isPowerOfTwo(count: number): boolean {
  return Number.isInteger(Math.log2(count)) && 2 ** Math.round(Math.log2(count)) === count;
}

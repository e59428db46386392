// The tree of the service, held against the reference tree, a naive tree, and the verification of the command line.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isConsistent, isIncluded } from '../../../cli/verify/merkle.ts';
import { fromHex, toHex } from '../../../src/ids.ts';
import { leafHash, nodeHash, type Hash } from '../../../src/ledger/merkle/hash.ts';
import { consistencyPath, hashesOf, inclusionPath, placesOf, placesThrough, rootThrough } from '../../../src/ledger/merkle/paths.ts';
import { append, completedBy, EMPTY, rootOf, type Frontier, type Node, type Place } from '../../../src/ledger/merkle/tree.ts';
import vectors from '../../vectors/merkle.json';

/** RFC 6962 section 2.1, word for word. */
async function naiveRoot(leaves: readonly Hash[]): Promise<Hash> {
  if (leaves.length === 0) return new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array()));
  if (leaves.length === 1) return leaves[0] as Hash;
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return nodeHash(await naiveRoot(leaves.slice(0, k)), await naiveRoot(leaves.slice(k)));
}

class Tree {
  readonly leaves: Hash[] = [];
  readonly nodes = new Map<string, Hash>();
  readonly frontiers: Frontier[] = [EMPTY];

  async add(leaf: Hash): Promise<readonly Node[]> {
    const grown = await append(this.frontiers.at(-1) as Frontier, leaf);
    for (const { level, index, hash } of grown.nodes) this.nodes.set(`${level}/${index}`, hash);
    this.leaves.push(leaf);
    this.frontiers.push(grown.frontier);
    return grown.nodes;
  }

  root(size: number): Promise<Hash> {
    return rootOf(this.frontiers[size] as Frontier);
  }

  readonly hashAt = ({ level, index }: Place): Hash => {
    const hash = this.nodes.get(`${level}/${index}`);
    if (hash === undefined) throw new Error(`no node ${level}/${index}`);
    return hash;
  };

  included(index: number, size: number) {
    return hashesOf(inclusionPath(index, size), this.hashAt);
  }

  grown(from: number, to: number) {
    return hashesOf(consistencyPath(from, to), this.hashAt);
  }
}

async function treeOf(size: number): Promise<Tree> {
  const tree = new Tree();
  for (let at = 0; at < size; at++) await tree.add(await leafHash(new TextEncoder().encode(`entry ${at}`)));
  return tree;
}

describe('the reference tree', () => {
  it('has the known root at every size', async () => {
    const tree = new Tree();
    expect(toHex(await tree.root(0))).toBe(vectors.roots[0]);
    for (const [at, leaf] of vectors.leaves.entries()) {
      await tree.add(await leafHash(fromHex(leaf)));
      expect(toHex(await tree.root(at + 1))).toBe(vectors.roots[at + 1]);
      expect(toHex(await naiveRoot(tree.leaves))).toBe(vectors.roots[at + 1]);
    }
  });
});

describe('a tree', () => {
  it.each([0, 1, 2, 3, 7, 8, 255, 256, 257])('of %i entries proves every entry, and that it grew from every smaller one', async (size) => {
    const tree = await treeOf(size);
    expect(toHex(await tree.root(size))).toBe(toHex(await naiveRoot(tree.leaves)));
    for (let index = 0; index < size; index++)
      expect(await isIncluded(tree.leaves[index] as Hash, index, size, await tree.included(index, size), await tree.root(size))).toBe(true);
    for (let from = 0; from <= size; from++)
      expect(await isConsistent(from, size, await tree.grown(from, size), await tree.root(from), await tree.root(size))).toBe(true);
  });

  it('keeps of each entry the nodes that it completes, and no other', async () => {
    const tree = new Tree();
    for (let seq = 1; seq <= 64; seq++)
      expect((await tree.add(await leafHash(new Uint8Array([seq])))).map(({ level, index }) => ({ level, index }))).toEqual(completedBy(seq));
  });

  it('proves nothing that was changed in any one place', async () => {
    const tree = await treeOf(70);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 70 }), fc.nat(), fc.nat(), async (size, which, bit) => {
        const index = which % size;
        const [path, root, leaf] = [await tree.included(index, size), await tree.root(size), tree.leaves[index] as Hash];
        const flipped = (hash: Hash) => hash.map((byte, at) => (at === bit % 32 ? byte ^ (1 << (bit % 8)) : byte));
        expect(await isIncluded(flipped(leaf), index, size, path, root)).toBe(false);
        expect(await isIncluded(leaf, index, size, path, flipped(root))).toBe(false);
        expect(await isIncluded(leaf, index + 1, size, path, root)).toBe(false);
        expect(await isIncluded(leaf, index, size, [...path, root], root)).toBe(false);
        for (const at of path.keys()) expect(await isIncluded(leaf, index, size, path.with(at, flipped(path[at] as Hash)), root)).toBe(false);
        const from = 1 + (bit % size);
        if (from === size) return;
        const [grown, first] = [await tree.grown(from, size), await tree.root(from)];
        expect(await isConsistent(from, size, grown, flipped(first), root)).toBe(false);
        expect(await isConsistent(from, size, grown, first, flipped(root))).toBe(false);
        expect(await isConsistent(from, size, grown.slice(1), first, root)).toBe(false);
        expect(await isConsistent(from, size, [...grown, root], first, root)).toBe(false);
        for (const at of grown.keys()) expect(await isConsistent(from, size, grown.with(at, flipped(grown[at] as Hash)), first, root)).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  it('has the root of a smaller tree within its own', async () => {
    const tree = await treeOf(40);
    for (let to = 0; to <= 40; to++)
      for (let from = 0; from <= to; from++) {
        expect(placesThrough(from, to).every((place) => tree.nodes.has(`${place.level}/${place.index}`))).toBe(true);
        expect(toHex(await rootThrough(from, to, tree.hashAt))).toBe(toHex(await tree.root(to)));
      }
  });

  it('needs for a proof no more nodes than grow with the logarithm, at any size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 50 }), fc.nat({ max: 2 ** 50 }), (size, which) => {
        const bound = 2 * Math.ceil(Math.log2(size + 1)) + 2;
        expect(placesOf(inclusionPath(which % size, size)).length).toBeLessThanOrEqual(bound);
        expect(placesOf(consistencyPath(which % size, size)).length).toBeLessThanOrEqual(bound);
      }),
    );
  });

  it('has no proof of an entry that is not there, nor of having shrunk', () => {
    expect(() => inclusionPath(5, 5)).toThrow(RangeError);
    expect(() => inclusionPath(-1, 5)).toThrow(RangeError);
    expect(() => consistencyPath(6, 5)).toThrow(RangeError);
  });
});

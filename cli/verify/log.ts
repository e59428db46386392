// A whole log, entry by entry: every leaf and node is computed again. What does not fit is named by its place.
// Holds the right edge of the tree alone, however long the log is.
import { fromHex, isSame, sha256, toHex, utf8, type Bytes } from './bytes.ts';
import { canonicalJson, type Json } from './canonicalJson.ts';
import type { Checkpoint } from './checkpoint.ts';
import { leafHash, nodeHash } from './merkle.ts';
import { Undecided } from './verdict.ts';

export interface LogReport {
  readonly size: number;
  readonly root: Bytes;
  /** Each a sentence without its full stop; empty where everything fits. */
  readonly problems: readonly string[];
}

/** More are of no use to a reader. */
const PROBLEMS_MAX = 20;

/** Reads all entries and holds them against the hashes that were logged with them and against checkpoints. */
export async function checkLog(pages: AsyncIterable<readonly Json[]>, checkpoints: readonly Checkpoint[]): Promise<LogReport> {
  const problems: string[] = [];
  const awaited = [...checkpoints].toSorted((one, other) => one.size - other.size);
  const checkSize = async (size: number) => {
    while (awaited[0]?.size === size) {
      const { where, root } = awaited.shift() as Checkpoint;
      if (!isSame(await rootOf(roots), root)) problems.push(`the first ${size} entries are not those of ${where}: the log was forked or rewritten`);
    }
  };
  // Roots of the full trees, the largest first: the hashes as they were logged, so that one change is one problem.
  let roots: Bytes[] = [];
  let size = 0;
  await checkSize(0);
  for await (const page of pages) {
    for (const item of page) {
      const { entry, hashes } = readEntry(item);
      if (entry.seq !== size + 1) {
        problems.push(misplaced(size + 1, entry.seq));
        return { size, root: await rootOf(roots), problems };
      }
      const grown = await append(roots, size, entry, hashes);
      ({ roots } = grown);
      problems.push(...grown.problems);
      size += 1;
      if (problems.length >= PROBLEMS_MAX) return { size, root: await rootOf(roots), problems };
      await checkSize(size);
    }
  }
  for (const { size: wanted, where } of awaited) problems.push(`the log ends after ${size} entries, and ${where} was signed over ${wanted}`);
  return { size, root: await rootOf(roots), problems };
}

interface Entry {
  readonly seq: number;
  readonly kind: Json;
  readonly subject: Json;
  readonly at: Json;
  readonly payload: Json;
}

async function append(before: readonly Bytes[], index: number, entry: Entry, logged: readonly (Bytes | undefined)[]) {
  const problems: string[] = [];
  const { seq } = entry;
  const leaf = await leafHash(utf8(canonicalJson({ seq, kind: entry.kind, subject: entry.subject, at: entry.at, payload: entry.payload })));
  if (logged[0] !== undefined && !isSame(leaf, logged[0]))
    problems.push(`entry ${seq} was changed: it gives the leaf ${toHex(leaf)}, and ${toHex(logged[0])} was logged`);
  const roots = [...before];
  let hash = logged[0] ?? leaf;
  // An odd index is a right half: its parent is complete.
  for (let level = 1, at = index; at % 2 === 1; level++, at = (at - 1) / 2) {
    const node = await nodeHash(roots.pop() as Bytes, hash);
    const kept = logged[level];
    if (kept !== undefined && !isSame(node, kept))
      problems.push(`the node of level ${level} that entry ${seq} completes is not made of its two halves`);
    hash = kept ?? node;
  }
  return { roots: [...roots, hash], problems };
}

async function rootOf(roots: readonly Bytes[]): Promise<Bytes> {
  const last = roots.at(-1);
  if (last === undefined) return sha256();
  let hash = last;
  for (const left of roots.slice(0, -1).toReversed()) hash = await nodeHash(left, hash);
  return hash;
}

function readEntry(item: Json): { entry: Entry; hashes: (Bytes | undefined)[] } {
  const { seq, kind, subject, at, payload, hashes } = (item ?? {}) as { readonly [name: string]: Json | undefined };
  if (typeof seq !== 'number' || kind === undefined || subject === undefined || at === undefined || payload === undefined)
    throw new Undecided('The log holds something that is no entry: it is damaged or cut off.');
  const logged = Array.isArray(hashes) ? (hashes as readonly Json[]).map((hash) => fromHex(hash, 32)) : [];
  return { entry: { seq, kind, subject, at, payload }, hashes: logged };
}

function misplaced(wanted: number, found: number): string {
  return found > wanted
    ? `entry ${wanted} is missing: entry ${found} follows ${wanted - 1}`
    : `entry ${found} stands in the place of entry ${wanted}`;
}

// That a log only grew: checkpoints of one log, each the beginning of the next.
import { isSame, type Bytes } from './bytes.ts';
import { readCheckpoint, type Checkpoint } from './checkpoint.ts';
import type { Keys } from './keys.ts';
import { isConsistent } from './merkle.ts';
import { objectOf, readPath } from './receipt.ts';
import { Contradiction, Undecided } from './verdict.ts';

export interface Consistency {
  readonly from: number;
  readonly to: number;
  readonly path: readonly Bytes[];
  readonly checkpoint: Checkpoint;
}

/** Reads a consistency proof and checks the note that comes with it. */
export async function readConsistency(text: string, keys: Keys, where: string): Promise<Consistency> {
  const { from, to, path, checkpoint: note } = objectOf(text, where);
  if (typeof from !== 'number' || typeof to !== 'number' || typeof note !== 'string') throw new Contradiction(`${where} is no consistency proof.`);
  const checkpoint = await readCheckpoint(note, keys, `the checkpoint of ${where}`);
  if (checkpoint.size !== to) throw new Contradiction(`${where} comes with a checkpoint of another size.`);
  return { from, to, path: readPath(path, where), checkpoint };
}

/**
 * Checks that all these are checkpoints of one log that only grew, by the given proofs or by asking for one. Returns the
 * newest. Throws Contradiction for a fork or another log, Undecided where a proof is missing.
 */
export async function checkGrowth(
  seen: readonly Checkpoint[],
  proofs: readonly Consistency[],
  ask: ((from: number, to: number) => Promise<Consistency>) | undefined,
): Promise<Checkpoint | undefined> {
  const sorted = [...seen].toSorted((one, other) => one.size - other.size);
  for (const [at, next] of sorted.entries()) {
    const before = sorted[at - 1];
    if (before === undefined) continue;
    if (before.origin !== next.origin) throw new Contradiction(`${before.where} is of the log ${before.origin}, ${next.where} of ${next.origin}.`);
    if (before.size === next.size) {
      if (!isSame(before.root, next.root)) throw forked(before, next);
      continue;
    }
    const proof = proofs.find(({ from, to }) => from === before.size && to === next.size) ?? (await ask?.(before.size, next.size));
    if (proof === undefined)
      throw new Undecided(`There is no proof that ${next.where} (${next.size}) goes on from ${before.where} (${before.size}).`);
    if (!isSame(proof.checkpoint.root, next.root)) throw forked(proof.checkpoint, next);
    if (proof.from !== before.size || proof.to !== next.size || !(await isConsistent(before.size, next.size, proof.path, before.root, next.root)))
      throw forked(before, next);
  }
  return newestOf(sorted);
}

export function newestOf(seen: readonly Checkpoint[]): Checkpoint | undefined {
  return seen.reduce<Checkpoint | undefined>((newest, each) => (newest === undefined || each.size > newest.size ? each : newest), undefined);
}

function forked(one: Checkpoint, other: Checkpoint): Contradiction {
  return new Contradiction(
    `The log was forked or rewritten: ${other.where} (${other.size} entries) does not go on from ${one.where} (${one.size} entries).`,
  );
}

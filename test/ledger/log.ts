// The public side of the log, as an auditor sees it, checked by the command line's own code.
import { readCheckpoint, type Checkpoint } from '../../cli/verify/checkpoint.ts';
import { fromHex, utf8 } from '../../cli/verify/bytes.ts';
import { canonicalJson, type Json } from '../../cli/verify/canonicalJson.ts';
import { readKeys } from '../../cli/verify/keys.ts';
import { isConsistent, isIncluded, leafHash } from '../../cli/verify/merkle.ts';
import { call } from '../support/api.ts';

const open = (path: string) => call('GET', path, { headers: {} });
const hashes = (path: string[]) => path.map((hash) => fromHex(hash, 32) ?? new Uint8Array(0));

async function readNote(note: string): Promise<Checkpoint> {
  return readCheckpoint(note, await readKeys(JSON.stringify((await open('/.well-known/jwks.json')).body), 'jwks'), 'note');
}

export async function checkpoint(): Promise<Checkpoint> {
  const { status, body } = await open('/api/ledger/checkpoint');
  if (status !== 200) throw new Error(`no checkpoint: ${JSON.stringify(body)}`);
  return readNote(body as string);
}

/** Whether the service proves that its log goes on from what is held; also where it has no proof to give. */
export async function goesOnFrom(held: Checkpoint, to?: number): Promise<boolean> {
  const { status, body } = await open(`/api/ledger/consistency?from=${held.size}${to === undefined ? '' : `&to=${to}`}`);
  if (status !== 200) return false;
  const newer = await readNote(body.checkpoint as string);
  return newer.size === body.to && (await isConsistent(held.size, newer.size, hashes(body.path), held.root, newer.root));
}

/** Whether the service proves that its log holds the receipt. */
export async function holds(id: string): Promise<boolean> {
  const { status, body } = await open(`/api/receipts/${id}/proof`);
  if (status !== 200) return false;
  const { size, root } = await readNote(body.checkpoint as string);
  return (
    size === body.tree_size && isIncluded(await leafHash(utf8(canonicalJson(body.entry as Json))), body.leaf_index, size, hashes(body.path), root)
  );
}

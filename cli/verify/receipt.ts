// A receipt in either of its forms, and its proof.
import { fromHex, sha256, toHex, utf8, type Bytes } from './bytes.ts';
import { canonicalJson, type Json } from './canonicalJson.ts';
import type { Checkpoint } from './checkpoint.ts';
import { isIncluded, leafHash } from './merkle.ts';
import { Contradiction, Undecided } from './verdict.ts';

type JsonObject = { readonly [name: string]: Json };

export interface Receipt {
  readonly id: string;
  readonly claims: JsonObject;
  readonly signature: Json | undefined;
  /** What a forensic receipt holds besides; undefined in a confirmation. */
  readonly bodies?: { readonly salt: Json | undefined; readonly input: Json | undefined; readonly output: Json | undefined };
}

/** Members of the forensic form that are no claims. */
const BESIDE = new Set([
  'seq',
  'signature',
  'input',
  'output',
  'salt',
  'upstream_status',
  'warnings',
  'repaired_by',
  'children',
  'idempotency_key',
  'object_id',
]);

/** Throws where the text is no receipt, or one of a call that has not ended. */
export function readReceipt(text: string, where: string): Receipt {
  const given = objectOf(text, where);
  const isConfirmation = 'claims' in given;
  const claims = isConfirmation ? given['claims'] : Object.fromEntries(Object.entries(given).filter(([name]) => !BESIDE.has(name)));
  if (claims === null) throw new Undecided('The call has not ended, so nothing is claimed yet.');
  if (typeof claims !== 'object' || !isObject(claims) || typeof claims['id'] !== 'string') throw new Undecided(`${where} is no receipt.`);
  if (!isConfirmation && given['signature'] === null) throw new Undecided('The receipt is not signed: its call has not ended.');
  const bodies = isConfirmation ? undefined : { salt: given['salt'], input: given['input'], output: given['output'] };
  return { id: claims['id'], claims, signature: given['signature'], ...(bodies === undefined ? {} : { bodies }) };
}

/** What of input and output the fingerprints prove, in words. Throws where one is another. */
export async function checkBodies({ claims, bodies }: Receipt): Promise<string[]> {
  if (bodies === undefined) return [];
  const { input, output } = (claims['fingerprints'] ?? {}) as { input?: Json; output?: Json };
  const salt = fromHex(bodies.salt, 16);
  const check = async (name: string, fingerprint: Json | undefined, text: string | undefined): Promise<string> => {
    if (fingerprint == null) return `there was no ${name}`;
    if (text === undefined || salt === undefined) return `the ${name} is not kept here, so not checked`;
    if (toHex(await sha256(salt, utf8(text))) !== fingerprint)
      throw new Contradiction(`The ${name} is not the one of the call: its fingerprint differs.`);
    return `the ${name} is that of the call`;
  };
  return [
    await check('input', input, bodies.input == null ? undefined : canonicalJson(bodies.input)),
    await check('output', output, typeof bodies.output === 'string' ? bodies.output : undefined),
  ];
}

export interface Proof {
  readonly entry: JsonObject;
  readonly seq: number;
  readonly size: number;
  readonly path: readonly Bytes[];
  readonly leafHash: Json | undefined;
  readonly note: string;
}

export function readProof(text: string, where: string): Proof {
  const { entry, leaf_hash, leaf_index, tree_size, path, checkpoint } = objectOf(text, where);
  const seq = entry !== undefined && entry !== null && isObject(entry) ? entry['seq'] : undefined;
  if (typeof seq !== 'number' || typeof tree_size !== 'number' || typeof checkpoint !== 'string' || leaf_index !== seq - 1)
    throw new Contradiction(`${where} is no proof: it is damaged or cut off.`);
  return { entry: entry as JsonObject, seq, size: tree_size, path: readPath(path, where), leafHash: leaf_hash, note: checkpoint };
}

/** The hashes of a proof. */
export function readPath(path: Json | undefined, where: string): Bytes[] {
  const hashes = Array.isArray(path) ? (path as readonly Json[]).map((hash) => fromHex(hash, 32)) : [undefined];
  const whole = hashes.filter((hash) => hash !== undefined);
  if (whole.length < hashes.length) throw new Contradiction(`${where} is no proof: its path is damaged.`);
  return whole;
}

/** Throws where the log of the checkpoint does not hold exactly these claims at the place that the proof names. */
export async function checkInclusion({ id, claims }: Receipt, proof: Proof, checkpoint: Checkpoint): Promise<void> {
  const { kind, subject, payload } = proof.entry;
  if (kind !== 'INVOKE' || subject !== id) throw new Contradiction(`The proof is of ${JSON.stringify(subject)}, not of ${id}.`);
  if (payload === undefined || canonicalJson(payload) !== canonicalJson(claims))
    throw new Contradiction('The log holds other claims than the receipt shows.');
  const { seq, at } = proof.entry;
  const leaf = await leafHash(utf8(canonicalJson({ seq: seq as Json, kind, subject, at: at as Json, payload })));
  if (toHex(leaf) !== proof.leafHash) throw new Contradiction('The proof is damaged: its leaf hash is not that of its entry.');
  if (proof.size !== checkpoint.size) throw new Contradiction('The proof is for another size than its checkpoint.');
  if (!(await isIncluded(leaf, proof.seq - 1, proof.size, proof.path, checkpoint.root)))
    throw new Contradiction(`The log of ${checkpoint.where} does not hold the receipt at place ${proof.seq}.`);
}

export function objectOf(text: string, where: string): JsonObject {
  try {
    const value = JSON.parse(text) as Json;
    if (value !== null && typeof value === 'object' && isObject(value)) return value;
  } catch {
    // Said below.
  }
  throw new Undecided(`${where} is no JSON object: it is damaged or cut off.`);
}

function isObject(value: Json): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

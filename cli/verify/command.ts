// rowcall verify: what to check, from where, and what it came to.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readCheckpoint, type Checkpoint } from './checkpoint.ts';
import { checkGrowth, newestOf, readConsistency } from './growth.ts';
import { readKeys, type Keys } from './keys.ts';
import { checkLog } from './log.ts';
import { checkBodies, checkInclusion, readProof, readReceipt } from './receipt.ts';
import { checkSignature } from './signature.ts';
import { fetchLog, fetchText, readLog, readText } from './sources.ts';
import { Contradiction, Undecided, Usage } from './verdict.ts';

export const VERIFY_HELP = `rowcall verify [RECEIPT] [options]

Checks what a Rowcall service claims, without trusting it. RECEIPT is a file, or with --url an invocation id.

  --url URL              fetch from this service what no file is given for; without it nothing is fetched
  --keys FILE            keys that you trust: the JWKS of the service, or lines of verifier keys (repeatable).
                         Keys that come from the service itself only show that it agrees with itself
  --proof FILE           the proof that the log holds the receipt
  --checkpoint FILE      a checkpoint that you have kept: the log must still begin with it (repeatable)
  --consistency FILE     the proof that it does (repeatable)
  --log FILE|URL         check a whole log, and name the place of what does not fit;
                         the key to read it by URL stands in the variable ROWCALL_KEY
  --save-checkpoint FILE keep the newest checkpoint, once everything is proven

Exit code: 0 everything is proven, 1 something is contradicted, 2 wrong usage,
3 it cannot be told (something is missing, not readable, not reachable, or has not ended).`;

const OPTIONS = {
  url: { type: 'string' },
  keys: { type: 'string', multiple: true },
  proof: { type: 'string' },
  checkpoint: { type: 'string', multiple: true },
  consistency: { type: 'string', multiple: true },
  log: { type: 'string' },
  'save-checkpoint': { type: 'string' },
} as const;

/** Runs the command and gives its exit code. Every outcome is a line of text; no error escapes. */
export async function runVerify(args: readonly string[], environment: Readonly<Record<string, string | undefined>>): Promise<number> {
  try {
    console.log(await verify(args, environment['ROWCALL_KEY']));
    return 0;
  } catch (error) {
    if (error instanceof Contradiction) console.error(`NOT PROVEN: ${error.message}`);
    else if (error instanceof Undecided) console.error(`UNDECIDED: ${error.message}`);
    else if (error instanceof Usage) console.error(`rowcall verify: ${error.message}\n\n${VERIFY_HELP}`);
    else console.error(`UNDECIDED: ${error instanceof Error ? error.message : 'unknown error'}`);
    return error instanceof Contradiction ? 1 : error instanceof Usage ? 2 : 3;
  }
}

/** The verdict of what holds, as one line; throws what does not. */
async function verify(args: readonly string[], key: string | undefined): Promise<string> {
  const { values, receipt: named } = parse(args);
  const { url, log } = values;
  const pinned = await pinnedKeys(values.keys ?? []);
  const service = url ?? (log !== undefined && isUrl(log) ? log : undefined);
  const keys =
    pinned ?? (service === undefined ? NO_KEYS : await readKeys(await fetchText(service, '.well-known/jwks.json'), 'the JWKS of the service'));
  const held = await Promise.all((values.checkpoint ?? []).map(async (file) => readCheckpoint(await readText(file), keys, file)));
  const seen = [...held];
  const proven: string[] = [];

  if (named !== undefined) {
    const receipt = readReceipt(
      url === undefined || !isId(named) ? await readText(named) : await fetchText(url, `api/receipts/${named}/confirmation`),
      named,
    );
    await checkSignature(receipt.claims, receipt.signature, keys);
    proven.push(`this service signed the claims of ${receipt.id}`);
    const bodies = await checkBodies(receipt);
    const proofText = values.proof === undefined ? url && (await fetchText(url, `api/receipts/${receipt.id}/proof`)) : await readText(values.proof);
    if (proofText !== undefined) {
      const where = values.proof ?? 'the proof of the service';
      const proof = readProof(proofText, where);
      const checkpoint = await readCheckpoint(proof.note, keys, `the checkpoint of ${where}`);
      await checkInclusion(receipt, proof, checkpoint);
      seen.push(checkpoint);
      proven.push(`they stand at place ${proof.seq} of its log ${checkpoint.origin} (${proof.size} entries)`);
    }
    proven.push(...bodies);
  } else if (url !== undefined) {
    const newest = await readCheckpoint(await fetchText(url, 'api/ledger/checkpoint'), keys, 'the checkpoint of the service');
    seen.push(newest);
    proven.push(`this service signed its log ${newest.origin} at ${newest.size} entries`);
  }
  if (named === undefined && log === undefined && seen.length === 0) throw new Usage('say what to check: a receipt, checkpoints, or a log.');

  proven.push(...(await checkedGrowth(seen, held, values, keys)));
  if (log !== undefined) proven.push(await checkedLog(log, service, seen, key, keys));
  const newest = newestOf(seen);
  if (values['save-checkpoint'] !== undefined) {
    if (newest === undefined) throw new Undecided('There is no checkpoint to save.');
    await writeFile(values['save-checkpoint'], newest.note);
  }
  return verdict(proven, { isPinned: pinned !== undefined, hasHeld: held.length > 0, hasReceipt: named !== undefined });
}

async function checkedGrowth(
  seen: readonly Checkpoint[],
  held: readonly Checkpoint[],
  { url, consistency }: ReturnType<typeof parse>['values'],
  keys: Keys,
): Promise<string[]> {
  const files = await Promise.all((consistency ?? []).map(async (file) => readConsistency(await readText(file), keys, file)));
  const ask =
    url === undefined
      ? undefined
      : async (from: number, to: number) =>
          readConsistency(await fetchText(url, `api/ledger/consistency?from=${from}&to=${to}`), keys, 'the consistency proof of the service');
  const newest = await checkGrowth([...seen, ...files.map(({ checkpoint }) => checkpoint)], files, ask);
  if (newest === undefined || held.length === 0) return [];
  // One alone is the beginning of itself.
  if (seen.length === 1) return [`this service signed its log ${newest.origin} at ${newest.size} entries`];
  const sizes = held.map(({ size }) => size).join(' and ');
  return [`the log of ${newest.size} entries begins with ${held.length === 1 ? 'the checkpoint' : 'the checkpoints'} that you hold (${sizes})`];
}

async function checkedLog(log: string, service: string | undefined, seen: Checkpoint[], key: string | undefined, keys: Keys): Promise<string> {
  if (isUrl(log)) seen.push(await readCheckpoint(await fetchText(service ?? log, 'api/ledger/checkpoint'), keys, 'the checkpoint of the service'));
  const { size, problems } = await checkLog(isUrl(log) ? fetchLog(log, key) : readLog(log), seen);
  if (problems.length > 0) throw new Contradiction(`${problems.join(';\n            ')}.`);
  const against = seen.length === 0 ? 'is in itself whole (no checkpoint was given to hold it against)' : 'is the one of every checkpoint given';
  return `the log of ${size} entries ${against}`;
}

function verdict(proven: readonly string[], { isPinned, hasHeld, hasReceipt }: { isPinned: boolean; hasHeld: boolean; hasReceipt: boolean }): string {
  const grown = hasHeld ? '' : ' Not whether the log was cut or rewritten before: for that, keep a checkpoint and give it next time.';
  const keys = isPinned ? '' : ' Not who the service is: the keys came from itself; pin them by --keys.';
  const truth = hasReceipt ? ' Not that what an upstream answered is true.' : '';
  return `PROVEN: ${proven.join('; ')}.${grown}${keys}${truth}`;
}

const NO_KEYS: Keys = { receipts: [], checkpoints: [] };

async function pinnedKeys(files: readonly string[]): Promise<Keys | undefined> {
  if (files.length === 0) return undefined;
  const all = await Promise.all(files.map(async (file) => readKeys(await readText(file), file)));
  return { receipts: all.flatMap(({ receipts }) => receipts), checkpoints: all.flatMap(({ checkpoints }) => checkpoints) };
}

function parse(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    if (positionals.length > 1) throw new Usage('give one receipt at a time.');
    if (values.url !== undefined && !isUrl(values.url)) throw new Usage('--url must be an http or https address.');
    return { values, receipt: positionals[0] };
  } catch (error) {
    throw error instanceof Usage ? error : new Usage((error as Error).message);
  }
}

function isUrl(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}

function isId(text: string): boolean {
  return /^inv_[0-9a-f]{32}$/.test(text);
}

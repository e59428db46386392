// Checkpoints: C2SP signed notes that state the size and root of a log.
import { fromBase64, isSame, utf8, type Bytes } from './bytes.ts';
import { isSignedBy, keyId, type Keys } from './keys.ts';
import { Contradiction, Undecided } from './verdict.ts';

export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: Bytes;
  /** As it was signed, to keep. */
  readonly note: string;
  /** What to call it in a message. */
  readonly where: string;
}

/** Reads a note and checks its signature by a trusted key. Throws Contradiction where it is forged, Undecided where there is no key. */
export async function readCheckpoint(note: string, keys: Keys, where: string): Promise<Checkpoint> {
  const [, body = '', signatures = ''] = /^((?:[^\n]+\n)+)\n((?:— [^\n]+\n)+)$/.exec(note) ?? [];
  const [origin = '', count = '', root64 = ''] = body.split('\n');
  const root = fromBase64(root64);
  const size = Number(count);
  if (origin === '' || !/^(?:0|[1-9]\d{0,15})$/.test(count) || !Number.isSafeInteger(size) || root?.length !== 32)
    throw new Contradiction(`${where} is no checkpoint: it is damaged or cut off.`);
  if (keys.checkpoints.length === 0) throw new Undecided(`There is no key to check ${where} with: give one by --keys.`);
  const own = keys.checkpoints.filter(({ name }) => name === undefined || name === origin);
  if (own.length === 0) throw new Contradiction(`${where} is of the log ${origin}, which the pinned keys do not vouch for.`);
  for (const { bytes } of own) {
    const id = await keyId(origin, bytes);
    for (const line of signatures.split('\n').filter((each) => each !== '')) {
      const [, name, mark = ''] = /^— (\S+) (\S+)$/.exec(line) ?? [];
      const signature = fromBase64(mark);
      // Lines of other keys are other witnesses: they prove nothing here, and harm nothing.
      if (name !== origin || signature === undefined || !isSame(signature.slice(0, 4), id)) continue;
      if (await isSignedBy(bytes, signature.slice(4), utf8(body))) return { origin, size, root, note, where };
      throw new Contradiction(`The signature of ${where} is not that of the key: it was changed.`);
    }
  }
  throw new Contradiction(`${where} is not signed by a trusted key.`);
}

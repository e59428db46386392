// The owner key, compared by digest in constant time.
import { sha256Hex } from '../capability/sha256.ts';

/** Whether `presented` is the configured key. Takes the same time for every wrong key of any length. */
export async function isOwnerKey(presented: string, configured: string): Promise<boolean> {
  const [one, other] = await Promise.all([sha256Hex(presented), sha256Hex(configured)]);
  let difference = 0;
  for (let i = 0; i < one.length; i++) difference |= one.charCodeAt(i) ^ other.charCodeAt(i);
  return difference === 0;
}

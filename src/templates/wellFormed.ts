// Text that has a UTF-8 form. Pure.
import type { Json } from './parameters.ts';

/** Whether no string of the value, member names included, has a lone surrogate. Any depth; never throws. */
export function isWellFormed(value: Json): boolean {
  const pending: Json[] = [value];
  while (pending.length > 0) {
    const next = pending.pop() as Json;
    if (typeof next === 'string') {
      if (!next.isWellFormed()) return false;
    } else if (Array.isArray(next)) {
      for (const item of next) pending.push(item);
    } else if (next !== null && typeof next === 'object') {
      for (const [name, member] of Object.entries(next)) pending.push(name, member);
    }
  }
  return true;
}

// Redaction of a JSON value: strings, member names and numbers that spell a secret. Pure.
import type { Redactor } from '../context.ts';
import type { Json } from '../templates/parameters.ts';
import { REDACTED } from './redact.ts';

/**
 * A copy of the value without any secret. Any depth that JSON.parse takes is fine. Members whose names become equal by
 * redaction: the last one stays.
 */
export function redactJson(value: Json, redactor: Redactor): Json {
  const leaf = (scalar: Exclude<Json, object>): Json => {
    if (typeof scalar === 'string') return redactor.text(scalar);
    return typeof scalar === 'number' && redactor.text(String(scalar)) !== String(scalar) ? REDACTED : scalar;
  };
  const holder: Json[] = [];
  // A list of what is still to copy in place of recursion: an upstream chooses the depth.
  const open: { readonly from: Json; readonly put: (copy: Json) => void }[] = [{ from: value, put: (copy) => holder.push(copy) }];
  for (let job = open.pop(); job !== undefined; job = open.pop()) {
    const { from, put } = job;
    if (from === null || typeof from !== 'object') {
      put(leaf(from));
    } else if (Array.isArray(from)) {
      const copy: Json[] = Array.from<Json>({ length: from.length }).fill(null);
      put(copy);
      for (const [index, item] of from.entries()) open.push({ from: item, put: (done) => void (copy[index] = done) });
    } else {
      const copy: { [member: string]: Json } = {};
      put(copy);
      for (const [name, member] of Object.entries(from)) {
        const into = redactor.text(name);
        // Defined now for the order of members, and by defineProperty so that `__proto__` is a member like any other.
        const define = (done: Json) => void Object.defineProperty(copy, into, { value: done, enumerable: true, writable: true, configurable: true });
        define(null);
        open.push({ from: member, put: define });
      }
    }
  }
  return holder[0] ?? null;
}

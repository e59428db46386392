// What a template answers where a value cannot stand in its place. Pure.
import { err, fault, type Fault } from '../errors.ts';
import type { Arguments } from './parameters.ts';
import { isWellFormed } from './wellFormed.ts';

/** invalid_argument for the argument of that name, with its RFC 6901 pointer. */
export function refuseArgument(name: string, message: string): { readonly ok: false; readonly fault: Fault } {
  const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return err(fault('invalid_argument', { pointer }, { violations: [{ pointer, message }] }));
}

/**
 * The fault of the first argument that holds half of a surrogate pair: such text has no UTF-8 form, so it can be
 * neither percent-encoded nor sent. undefined: all are well-formed.
 */
export function illFormedArgument(args: Arguments): { readonly ok: false; readonly fault: Fault } | undefined {
  const name = Object.keys(args).find((key) => !isWellFormed(args[key] ?? null));
  return name === undefined ? undefined : refuseArgument(name, 'must be well-formed Unicode: it has half of a surrogate pair');
}

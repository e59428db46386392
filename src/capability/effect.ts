// What a row does to the world. Pure.
import type { Effect } from '../db/rows.ts';
import { EFFECTS } from '../db/schema.ts';

/** The effect an http row has by its method (RFC 9110 9.2.1: GET and HEAD are safe). */
export function effectOfMethod(method: string): Effect {
  if (method === 'GET' || method === 'HEAD') return 'read';
  return method === 'DELETE' ? 'destructive' : 'write';
}

/** Whether `effect` goes beyond `ceiling`. */
export function exceeds(effect: Effect, ceiling: Effect): boolean {
  return EFFECTS.indexOf(effect) > EFFECTS.indexOf(ceiling);
}

/** The lesser of two effects: a nested call may not do more than any call above it. */
export function lesserEffect(one: Effect, other: Effect): Effect {
  return exceeds(one, other) ? other : one;
}

/**
 * Why a declared effect cannot be true, or undefined. A function's own effect is the least a row may declare; a
 * DELETE destroys; a GET or HEAD does not. POST and the like may be declared `read`: many searches are POSTs.
 */
export function effectContradiction(declared: Effect, of: { method: string } | { functionEffect: Effect }): string | undefined {
  if ('functionEffect' in of) {
    return exceeds(of.functionEffect, declared) ? `the function’s own effect is ${of.functionEffect}; a row cannot declare less` : undefined;
  }
  const derived = effectOfMethod(of.method);
  if (derived === 'destructive' && declared !== 'destructive') return 'DELETE is destructive';
  if (derived === 'read' && declared === 'destructive') return `${of.method} cannot be destructive`;
  return undefined;
}

// Parses JSON without losing digits. Pure.
import type { Json } from '../templates/parameters.ts';

/**
 * The value, with integers beyond ±(2^53 − 1) as strings of their digits; undefined where the text is not JSON.
 * JSON.parse would round them, and D1 changes them.
 */
export function parseJsonExactly(text: string): { value: Json; hadLargeIntegers: boolean } | undefined {
  let hadLargeIntegers = false;
  try {
    // Few texts have a number of sixteen digits: the others are parsed without a reviver.
    if (!/\d{16}/.test(text)) return { value: JSON.parse(text) as Json, hadLargeIntegers };
    const value = (JSON.parse as ParseWithSource)(text, (_name, member, context) => {
      if (typeof member !== 'number' || context?.source === undefined || !/^-?\d+$/.test(context.source) || Number.isSafeInteger(member))
        return member;
      hadLargeIntegers = true;
      return context.source;
    });
    return { value: value as Json, hadLargeIntegers };
  } catch {
    return undefined;
  }
}

/** TC39 "JSON.parse source text access": the reviver sees how a primitive was written. */
type ParseWithSource = (text: string, reviver: (name: string, value: unknown, context?: { source?: string }) => unknown) => unknown;

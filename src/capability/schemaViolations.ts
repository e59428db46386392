// From the validator's chain of nested errors to the causes, in words that say what is wanted. Pure.
import type { OutputUnit } from '@cfworker/json-schema';
import type { Violation } from '../errors.ts';
import type { Json } from '../templates/parameters.ts';
import { pointerTo, tokensOf } from './pointer.ts';
import { referenced, type PreparedSchema } from './preparedSchema.ts';
import { SCHEMA_KEYWORDS, isSchema } from './schemaKeywords.ts';
import { messageOf } from './schemaMessages.ts';

/** Errors that only say that something below them failed. */
const CHAIN = new Set([...SCHEMA_KEYWORDS.keys(), '$ref'].filter((keyword) => !['contains', 'not', 'propertyNames'].includes(keyword)));
/** Errors whose parts are no causes: that an item is none of those searched for says nothing of the item. */
const OWN_CAUSE = new Set(['contains', 'minContains', 'maxContains', 'propertyNames']);

/** Errors that are looked at: alternatives inside alternatives multiply them, and nobody reads so many. */
const ERRORS_MAX = 2_000;

interface Cause extends Violation {
  readonly keyword: string;
  readonly location: string;
}

/** The causes among the validator's errors about a value. */
export function violationsOf(errors: readonly OutputUnit[], prepared: PreparedSchema, value: Json): Violation[] {
  const causes = causesOf(withoutParts(errors.slice(0, ERRORS_MAX)), { prepared, value });
  const seen = new Set<string>();
  return causes.flatMap(({ pointer, message }) => {
    const text = `${pointer} ${message}`;
    if (seen.has(text)) return [];
    seen.add(text);
    return [{ pointer, message }];
  });
}

interface Scene {
  readonly prepared: PreparedSchema;
  readonly value: Json;
}

function causesOf(errors: readonly OutputUnit[], scene: Scene): Cause[] {
  const causes: Cause[] = [];
  for (let at = 0; at < errors.length; at += 1) {
    const error = errors[at] as OutputUnit;
    if (error.keyword === 'anyOf' || error.keyword === 'oneOf') {
      let end = at + 1;
      while (end < errors.length && isUnder(errors[end] as OutputUnit, error)) end += 1;
      causes.push(...alternatives(error, errors.slice(at + 1, end), scene));
      at = end - 1;
    } else if (!CHAIN.has(error.keyword) || isLeafOfDependencies(error)) {
      causes.push(...causesIn(error, scene));
    }
  }
  return causes;
}

/** `dependencies` is a chain where it holds a schema, and a cause where it holds names. */
function isLeafOfDependencies({ keyword, error }: OutputUnit): boolean {
  return keyword === 'dependencies' && error.includes('does not have');
}

function causesIn({ keyword, keywordLocation, instanceLocation }: OutputUnit, { prepared, value }: Scene): Cause[] {
  const pointer = decodeURIComponent(instanceLocation.slice(1));
  const wanted = keyword === 'false' ? undefined : keywordValue(keywordLocation, prepared);
  const cause = { keyword, location: keywordLocation };
  const present = valueAt(value, pointer);
  const lacks = (name: Json): name is string => typeof name === 'string' && isSchema(present) && !Object.hasOwn(present, name);
  if (keyword === 'required' && Array.isArray(wanted)) {
    return wanted.filter(lacks).map((name) => ({ ...cause, pointer: pointer + pointerTo(name), message: 'is required' }));
  }
  if ((keyword === 'dependentRequired' || keyword === 'dependencies') && isSchema(wanted)) {
    return Object.entries(wanted).flatMap(([given, names]) =>
      lacks(given) || !Array.isArray(names)
        ? []
        : names
            .filter(lacks)
            .map((name) => ({ ...cause, pointer: pointer + pointerTo(name), message: `is required beside ${JSON.stringify(given)}` })),
    );
  }
  const pattern = keyword === 'pattern' && typeof wanted === 'string' ? prepared.bounded.get(wanted) : undefined;
  if (pattern === undefined) return [{ ...cause, pointer, message: messageOf(keyword, wanted) }];
  const isLong = typeof present === 'string' && charsOf(present) > pattern.charsMax;
  return [{ ...cause, pointer, message: isLong ? tooLong(pattern.charsMax) : messageOf(keyword, pattern.source) }];
}

/** The message for a text to which a pattern is not applied, since that could take too long. */
export function tooLong(charsMax: number): string {
  return `is too long for its pattern, which is applied to at most ${charsMax} characters`;
}

/** Characters as patterns count them. */
export function charsOf(text: string): number {
  let pairs = 0;
  for (const character of text) if (character.length === 2) pairs += 1;
  return text.length - pairs;
}

/** One answer for alternatives that all failed: the one that was meant, where that can be told, else all in a line. */
function alternatives(error: OutputUnit, parts: readonly OutputUnit[], scene: Scene): Cause[] {
  const pointer = decodeURIComponent(error.instanceLocation.slice(1));
  const cause = { pointer, keyword: error.keyword, location: error.keywordLocation };
  if (error.keyword === 'oneOf' && !error.error.includes('(0 matches)'))
    return [{ ...cause, message: 'must fit exactly one of the alternatives, and fits several' }];
  const branches = new Map<string, OutputUnit[]>();
  let branch = '0';
  for (const part of parts) {
    // An error of the schema `false` does not say where it stands; it belongs to the branch that is being told.
    if (part.keywordLocation.startsWith(`${error.keywordLocation}/`))
      branch = /\d+/.exec(part.keywordLocation.slice(error.keywordLocation.length))?.[0] ?? branch;
    const ofBranch = branches.get(branch);
    if (ofBranch === undefined) branches.set(branch, [part]);
    else ofBranch.push(part);
  }
  const causes = [...branches.values()].map((ofBranch) => causesOf(ofBranch, scene));
  const isOther = (one: Cause) =>
    one.keyword === 'const' || one.keyword === 'enum' || (one.pointer === pointer && (one.keyword === 'type' || one.keyword === 'false'));
  const meant = causes.filter((ofBranch) => !ofBranch.some(isOther));
  if (meant.length === 1) return meant[0] as Cause[];
  const words = causes.flatMap((ofBranch) => ofBranch.slice(0, 1).map((one) => `${one.pointer.slice(pointer.length)} ${one.message}`.trim()));
  const simple = words.every((text) => text.startsWith('must be '));
  const told = [...new Set(simple ? words.map((text) => text.slice('must be '.length)) : words)].slice(0, 5);
  const keyword = causes.flat().every(isOther) ? 'type' : error.keyword;
  return [{ ...cause, keyword, message: simple ? `must be ${told.join(' or ')}` : `must fit one of the alternatives: ${told.join('; or ')}` }];
}

function withoutParts(errors: readonly OutputUnit[]): OutputUnit[] {
  const owners = errors.filter(({ keyword }) => OWN_CAUSE.has(keyword));
  if (owners.length === 0) return [...errors];
  return errors.flatMap((error, at) => {
    const isPart = owners.some(
      (owner) =>
        error !== owner && isUnder(error, { ...owner, keywordLocation: owner.keywordLocation.replace(/\/(?:min|max)Contains$/, '/contains') }),
    );
    if (isPart) return [];
    // The name that is refused is told by the first part.
    return error.keyword === 'propertyNames' ? [{ ...error, instanceLocation: errors[at + 1]?.instanceLocation ?? error.instanceLocation }] : [error];
  });
}

function isUnder(part: OutputUnit, whole: OutputUnit): boolean {
  const inside = part.instanceLocation === whole.instanceLocation || part.instanceLocation.startsWith(`${whole.instanceLocation}/`);
  return inside && (part.keyword === 'false' || part.keywordLocation.startsWith(`${whole.keywordLocation}/`));
}

/** The value of the keyword that failed, found along the path by which the validator came to it. */
function keywordValue(location: string, prepared: PreparedSchema): Json | undefined {
  const tokens = tokensOf(decodeURIComponent(location.slice(1)));
  let node: Json | undefined = prepared.root;
  let inMap = false;
  for (const token of tokens) {
    if (node === null || typeof node !== 'object') return undefined;
    if (!inMap && token === '$ref' && isSchema(node)) node = referenced(node, prepared);
    // The validator misspells this one.
    else node = (node as Record<string, Json>)[!inMap && token === 'dependantRequired' ? 'dependentRequired' : token];
    inMap = !inMap && SCHEMA_KEYWORDS.get(token) === 'map';
  }
  return node;
}

function valueAt(value: Json, pointer: string): Json | undefined {
  let at: Json | undefined = value;
  for (const token of tokensOf(pointer)) {
    if (at === null || typeof at !== 'object' || !Object.hasOwn(at, token)) return undefined;
    at = (at as Record<string, Json>)[token];
  }
  return at;
}

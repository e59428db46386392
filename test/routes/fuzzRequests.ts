// Requests of any operation of the OpenAPI document, valid and nearly valid, as plain data.
import fc from 'fast-check';
import { OWNER } from '../support/api.ts';
import { validOf, type JsonSchema, type Surroundings } from '../support/arbitraries.ts';
import { document } from '../support/documented.ts';
import { jsonText } from '../support/jsonText.ts';
import { spoiled } from '../support/nearly.ts';
import { hints, samplesOf, type Sample } from './fuzzFixtures.ts';
import { junkBody, junkHeaders, junkPath, junkQuery } from './fuzzJunk.ts';

/** One request as it is sent, but for its tokens (fuzzFixtures.ts). */
export interface FuzzRequest {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: JsonSchema;
}

export interface DocumentedOperation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: JsonSchema; readonly example?: unknown } } };
  readonly responses: Readonly<Record<string, { readonly headers?: object }>>;
}

const items = document.paths as unknown as Readonly<Record<string, Readonly<Record<string, Omit<DocumentedOperation, 'method' | 'path'>>>>>;

/** All operations of the document. */
export const documented: readonly DocumentedOperation[] = Object.entries(items).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
);

const around: Surroundings = { components: document.components.schemas as Surroundings['components'], hints };

const WRONG = 'wrong-0123456789abcdef0123456789abcdef';
const credential: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom<Record<string, string>>(OWNER, { authorization: `Bearer ${OWNER['x-terminal-key']}` }) },
  { weight: 2, arbitrary: fc.constant({}) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { 'x-terminal-key': WRONG },
      { authorization: `Bearer ${WRONG}` },
      { 'x-capability-token': 'eyJhbGciOiJub25lIn0.e30.' },
      { 'x-terminal-key': '' },
      { ...OWNER, authorization: 'Bearer x' },
    ),
  },
);

type Pairs = readonly (readonly [string, string])[];

/** What of a request is spoiled, if anything is. */
type Spoil = 'nothing' | 'values' | 'text' | 'path' | 'query' | 'headers' | 'method';

/** Requests of the operation: more than half of them valid by the document, the others spoiled in one part. */
export function requestsOf(operation: DocumentedOperation): fc.Arbitrary<FuzzRequest> {
  return spoilOf(operation).chain((spoil) =>
    fc
      .record({
        path: pairsOf(operation, 'path', spoil === 'path'),
        query: pairsOf(operation, 'query', false),
        headers: pairsOf(operation, 'header', false),
        body: bodyOf(operation, spoil),
        ofItsKey: fc.integer({ min: 0, max: 3 }).map((at) => at > 0 && spoil !== 'path'),
        credential,
        junkQuery: spoil === 'query' ? junkQuery : fc.constant([]),
        junkHeaders: spoil === 'headers' ? junkHeaders : fc.constant({}),
        method: spoil === 'method' ? fc.constantFrom('HEAD', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS') : fc.constant(operation.method),
      })
      .map(({ path, query, headers, body, ofItsKey, ...parts }) => ({
        operationId: operation.operationId,
        method: parts.method,
        path: addressOf(operation.path, ofItsKey ? withKey(path, body.key) : path, [...query, ...parts.junkQuery]),
        headers: { ...Object.fromEntries(headers), ...parts.credential, ...parts.junkHeaders },
        ...(body.text === undefined || ['GET', 'HEAD'].includes(parts.method) ? {} : { body: body.text }),
      }))
      .filter(({ path }) => URL.canParse(`http://localhost${path}`)),
  );
}

function spoilOf({ method, requestBody }: DocumentedOperation): fc.Arbitrary<Spoil> {
  const spoils: Spoil[] =
    requestBody === undefined ? ['path', 'query', 'headers'] : ['path', 'query', 'headers', 'values', 'values', 'values', 'text'];
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant<Spoil>('nothing') },
    { weight: 7, arbitrary: fc.constantFrom(...spoils) },
    // Every GET also answers HEAD.
    { weight: method === 'GET' ? 2 : 1, arbitrary: fc.constant<Spoil>('method') },
  );
}

function addressOf(template: string, path: Pairs, query: Pairs): string {
  const filled = path.reduce((address, [name, value]) => address.replace(`{${name}}`, () => value), template);
  const search = query.map(([name, value]) => `${name}=${value}`).join('&');
  return search === '' ? filled : `${filled}?${search}`;
}

/** The path of the row that the body was made for. */
function withKey(path: Pairs, key: string | undefined): Pairs {
  return key === undefined ? path : path.map(([name, value]) => [name, name === 'key' ? encodeURIComponent(key) : value]);
}

/** Names and values of the parameters in one place, as text that can stand there. */
function pairsOf({ path, parameters = [] }: DocumentedOperation, place: Parameter['in'], isJunk: boolean): fc.Arbitrary<Pairs> {
  const here = parameters.filter((parameter) => parameter.in === place);
  const chosen =
    place === 'path' ? fc.constant(here) : fc.oneof(fc.constant([]), fc.subarray(here, { maxLength: Math.min(1, here.length) }), fc.subarray(here));
  return chosen.chain((some) =>
    fc.tuple(
      ...some.map(({ name, schema }) =>
        (isJunk ? junkPath : validOf(schema, around, hintName(path, name)).map((value) => textOf(value, place))).map((text) => [name, text] as const),
      ),
    ),
  );
}

/** `blocks/key` for `/api/blocks/{key}`, where there is a hint of that name. */
function hintName(path: string, name: string): string {
  const long = `${/(\w+)\/\{/.exec(path)?.[1] ?? ''}/${name}`;
  return Object.hasOwn(hints, long) ? long : name;
}

function textOf(value: unknown, place: Parameter['in']): string {
  const text = String(value);
  if (place === 'header') return text.replaceAll(/[^\x20-\x7e]/g, '').trim();
  // An empty segment is another address.
  return encodeURIComponent(text.toWellFormed()) || (place === 'path' ? '-' : '');
}

interface Body {
  /** Undefined where the operation takes none. */
  readonly text?: string;
  /** The row that it was made for. */
  readonly key?: string;
}

function bodyOf({ requestBody }: DocumentedOperation, spoil: Spoil): fc.Arbitrary<Body> {
  // What takes no body gets one now and then.
  if (requestBody === undefined)
    return fc.constantFrom(...(spoil === 'headers' ? ['{}', '', '[1]', '{', undefined] : [undefined])).map((text) => ({ text }));
  const { schema, example } = requestBody.content['application/json'];
  const made = validOf(schema, around);
  const sample = samplesOf(schema.$ref?.split('/').at(-1) ?? '', around) ?? fc.constant<Sample>({ json: example ?? {} });
  // A sample with a member or two of what the schema takes besides.
  const mixed = fc.tuple(sample, made).map(([{ key, json }, other]) => ({ key, json: { ...few(other), ...(json as object) } }));
  const valid = fc.oneof(
    { weight: 5, arbitrary: sample },
    { weight: 2, arbitrary: mixed },
    { weight: 2, arbitrary: made.map((json): Sample => ({ json })) },
  );
  return valid.chain((of) => {
    const text = (spoil === 'values' ? spoiled(fc.constant(of.json)) : fc.constant(of.json)).map((json) => jsonText(json));
    return (spoil === 'text' ? fc.tuple(text, junkBody).map(([whole, junk]) => junk(whole)) : text).map((whole) => ({ key: of.key, text: whole }));
  });
}

function few(value: unknown): object {
  return value === null || typeof value !== 'object' ? {} : Object.fromEntries(Object.entries(value).slice(0, 2));
}

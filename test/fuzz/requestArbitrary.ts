// Requests to an operation of the OpenAPI document: valid by it, and wrong in one way or another.
import fc from 'fast-check';
import { anyJson, memberOf, membersOf, nearlyOf, validOf, weirdText, type Hints, type Json, type Schema } from './schemaArbitrary.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
}

export interface DocumentedOperation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
}

/** A request as it goes out; a body is text, which need not be JSON. */
export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Half of them valid by the document. */
export function requestsOf(operation: DocumentedOperation, given: Hints): fc.Arbitrary<FuzzRequest> {
  // Blocks have keys of their own.
  const isOfBlocks = operation.path.includes('/blocks/');
  const hints = { ...given, values: { ...given.values, ...(isOfBlocks ? { key: given.values['block'] ?? [] } : {}) } };
  const valid = validRequest(operation, hints);
  return fc.oneof(
    { weight: 3, arbitrary: valid },
    { weight: 3, arbitrary: nearlyRequest(operation, hints) },
    { weight: 1, arbitrary: spoiled(valid) },
  );
}

function validRequest(operation: DocumentedOperation, hints: Hints): fc.Arbitrary<FuzzRequest> {
  const schema = operation.requestBody?.content['application/json'].schema;
  const body = schema === undefined ? fc.constant(undefined) : bodyOf(operation.operationId, schema, hints).map((value) => JSON.stringify(value));
  return assembled(operation, body, (each) => memberOf(each.name, each.schema, hints));
}

/** By the schema alone, or a body that is known to succeed with a few members by the schema put over it. */
function bodyOf(operationId: string, schema: Schema, hints: Hints): fc.Arbitrary<Json> {
  const known = hints.bodies[operationId];
  const generated = validOf(schema, hints);
  if (known === undefined) return generated;
  const over = fc.tuple(generated, fc.nat(), fc.nat({ max: 2 })).map(([value, at, count]) => {
    const members = Object.entries(value as object);
    return Object.fromEntries(
      Array.from({ length: Math.min(count, members.length) }, (_, more) => members[(at + more) % members.length] as [string, Json]),
    );
  });
  return fc.oneof(
    generated,
    fc.tuple(fc.constantFrom(...known), over).map(([base, more]) => ({ ...(base as object), ...more })),
  );
}

function nearlyRequest(operation: DocumentedOperation, hints: Hints): fc.Arbitrary<FuzzRequest> {
  const schema = operation.requestBody?.content['application/json'].schema;
  const body =
    schema === undefined
      ? fc.option(
          anyJson.map((value) => JSON.stringify(value)),
          { nil: undefined, freq: 4 },
        )
      : nearlyOf(bodyOf(operation.operationId, schema, hints)).map((value) => JSON.stringify(value));
  return assembled(operation, body, (each) => {
    const own = memberOf(each.name, each.schema, hints);
    return fc.oneof({ weight: 2, arbitrary: own }, { weight: 1, arbitrary: weirdText });
  });
}

function assembled(
  { method, path, parameters = [] }: DocumentedOperation,
  body: fc.Arbitrary<string | undefined>,
  valueOf: (parameter: Parameter) => fc.Arbitrary<Json>,
): fc.Arbitrary<FuzzRequest> {
  const of = (place: Parameter['in']) =>
    membersOf(
      parameters
        .filter((each) => each.in === place)
        .map((each) => ({ name: each.name, isRequired: each.required, arbitrary: valueOf(each).map(textOf), isHinted: false })),
    );
  return fc.record({ inPath: of('path'), query: of('query'), headers: of('header'), body }).map(({ inPath, query, headers, body: text }) => {
    const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent((inPath[name] ?? '').toWellFormed()) || '%20');
    const search = new URLSearchParams(Object.entries(query)).toString();
    return {
      method: method.toUpperCase(),
      path: search === '' ? address : `${address}?${search}`,
      headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => isHeaderValue(value))),
      ...(text === undefined || method === 'get' ? {} : { body: text }),
    };
  });
}

/** A valid request made wrong outside of its values: in its text, its address, its headers. */
function spoiled(valid: fc.Arbitrary<FuzzRequest>): fc.Arbitrary<FuzzRequest> {
  const ways: fc.Arbitrary<(request: FuzzRequest) => FuzzRequest> = fc.oneof(
    fc.tuple(weirdText, weirdText).map(
      ([name, value]) =>
        (request: FuzzRequest) =>
          withQuery(request, name, value),
    ),
    fc.constant((request: FuzzRequest) => withQuery(withQuery(request, 'limit', '1'), 'limit', '2')),
    fc
      .constantFrom('text/plain', 'application/xml', 'multipart/form-data', 'application/json; charset=utf-16', '')
      .map((type) => (request: FuzzRequest) => ({ ...request, headers: { ...request.headers, 'content-type': type } })),
    fc
      .nat(60)
      .map((length) => (request: FuzzRequest) => (request.body === undefined ? request : { ...request, body: request.body.slice(0, length) })),
    fc
      .constantFrom('1e400', '-0', '123456789012345678901234567890', '"\\ud800"', '"\\u0000"', 'NaN', `${'['.repeat(70)}${']'.repeat(70)}`)
      .map(
        (text) => (request: FuzzRequest) =>
          request.body === undefined ? request : { ...request, body: request.body.replace(/:("[^"]*"|\d+|true|false|null)/, () => `:${text}`) },
      ),
    fc
      .constantFrom('__proto__', 'constructor', 'toString', 'idempotency_key')
      .map(
        (name) => (request: FuzzRequest) =>
          request.body === undefined ? request : { ...request, body: request.body.replace('{', () => `{"${name}":{"a":1},`) },
      ),
    fc
      .constantFrom('%2e%2e', '%00', '%ff', '%E0%A4%A', '.', '..;', 'a%2Fb', 'x'.repeat(3_000), '%F0%9F%99%82', ';', '%20')
      .map((part) => (request: FuzzRequest) => ({ ...request, path: request.path.replace(/[^/?]+(?=$|\?)/, () => part) })),
    fc
      .constantFrom(
        ['if-match', '"1"'],
        ['if-match', '*'],
        ['if-match', 'W/"x"'],
        ['range', 'bytes=9-1'],
        ['range', 'bytes=-'],
        ['accept', 'text/markdown'],
        ['accept', 'image/png'],
        ['idempotency-key', 'x'],
        ['x-capability-token', 'x'],
        ['authorization', 'Basic eA=='],
        ['host', 'evil.example'],
        ['content-length', '5'],
      )
      .map(([name, value]) => (request: FuzzRequest) => ({ ...request, headers: { ...request.headers, [name]: value } })),
  );
  return fc.tuple(valid, ways).map(([request, way]) => way(request));
}

function withQuery(request: FuzzRequest, name: string, value: string): FuzzRequest {
  const added = new URLSearchParams([[name, value]]).toString();
  return { ...request, path: `${request.path}${request.path.includes('?') ? '&' : '?'}${added}` };
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What fetch lets through as the value of a header. */
function isHeaderValue(value: string): boolean {
  return /^[\x21-\x7e\x80-\xff](?:[\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?$/.test(value);
}

// Holds every answer against the committed OpenAPI document: a status, media type, member or type that it does not have
// is a broken promise. `call` (api.ts) does this for each answer of each test.
import { Validator, type OutputUnit, type Schema } from '@cfworker/json-schema';
import text from '../../openapi/openapi.json?raw';

type Response = { $ref?: string; content?: Record<string, { schema: Schema }>; headers?: Record<string, unknown> };
type PathItem = Record<string, { operationId: string; responses: Record<string, Response> }>;
interface Document {
  readonly paths: Record<string, PathItem>;
  readonly components: { readonly responses: Record<string, Response>; readonly schemas: Record<string, Schema> };
}

export const document = JSON.parse(text) as Document;

const addresses = Object.entries(document.paths).map(([path, item]) => ({
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  item,
}));

/** Headers that stand in every answer whose description names them. */
const ALWAYS_PRESENT = ['etag', 'location', 'content-range', 'cache-control'];

const validators = new Map<string, Validator>();

export interface AnswerToCheck {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed where it is JSON. */
  readonly body: unknown;
}

function itemAt(path: string): PathItem | undefined {
  const { pathname } = new URL(path, 'http://localhost');
  return addresses.find(({ pattern }) => pattern.test(pathname))?.item;
}

/** The id of the operation that serves the request; undefined where none does. A HEAD is served by GET. */
export function operationIdAt(method: string, path: string): string | undefined {
  return itemAt(path)?.[method === 'HEAD' ? 'get' : method.toLowerCase()]?.operationId;
}

/** What the answer does that the document does not say, or undefined. */
export function brokenPromise(method: string, path: string, answer: AnswerToCheck): string | undefined {
  const { status, headers, body } = answer;
  const item = itemAt(path);
  const operation = item?.[method.toLowerCase()];
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim() ?? '';
  // What no operation serves: nothing at the address, or not by this method.
  if (operation === undefined) {
    const expected = item === undefined ? 404 : 405;
    return status === expected && type === 'application/problem+json'
      ? problemsOf('problem', { $ref: '#/components/schemas/Problem' }, body)
      : `${status} where ${expected} is due`;
  }
  const { operationId, responses } = operation;
  const response = resolved(responses[String(status)]);
  if (response === undefined) return `${operationId} answers ${status}, which is not documented`;
  const missing = ALWAYS_PRESENT.find((name) => Object.hasOwn(response.headers ?? {}, name) && !headers.has(name));
  if (missing !== undefined) return `${operationId} ${status} lacks the header ${missing}`;
  const content = response.content?.[type] ?? (type === '' ? undefined : response.content?.['*/*']);
  if (content === undefined) return `${operationId} ${status} is ${type}, which is not documented`;
  return type.endsWith('json') && response.content?.[type] !== undefined ? problemsOf(`${operationId} ${status}`, content.schema, body) : undefined;
}

function resolved(response: Response | undefined): Response | undefined {
  return response?.$ref === undefined ? response : document.components.responses[response.$ref.slice('#/components/responses/'.length)];
}

function problemsOf(name: string, schema: Schema, body: unknown): string | undefined {
  let validator = validators.get(name);
  if (validator === undefined) {
    validator = new Validator({ allOf: [schema], components: document.components }, '2020-12', false);
    validators.set(name, validator);
  }
  const { valid, errors } = validator.validate(body);
  return valid ? undefined : `${name}: ${errors.slice(-6).map(sentence).join('; ')}`;
}

function sentence({ instanceLocation, keyword, error }: OutputUnit): string {
  return `${instanceLocation} ${keyword}: ${error}`;
}

// One operation as an OpenAPI operation object.
import type { z } from 'zod';
import type { AnswerSpec, Operation } from '../operation.ts';
import { ANSWER_HEADERS } from './headers.ts';
import { problemResponses } from './problems.ts';
import { exampleOf, type JsonObject, type SchemaComponents } from './schemas.ts';

/** What the two ways to present a credential are named; `{}` is none. */
const KEY = [{ ownerKey: [] }, { bearer: [] }];
const SECURITY = { open: [], catalogue: [...KEY, {}], key: KEY } as const;

export function operationObject(operation: Operation, components: SchemaComponents): JsonObject {
  const { operationId, tag, summary, description, access, params, query, headers, json, answers } = operation;
  const parameters = [
    ...parametersOf('path', params, components),
    ...parametersOf('query', query, components),
    ...parametersOf('header', headers, components),
  ];
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    security: SECURITY[access],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(json === undefined ? {} : { requestBody: { required: true, content: { 'application/json': body(json, 'input', components) } } }),
    responses: {
      ...Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, response(answer, components)])),
      ...Object.fromEntries(refusals(operation)),
    },
  };
}

/** What is not answered otherwise: a page says itself that there is nothing. */
function refusals({ answers, ...operation }: Operation): [string, JsonObject][] {
  const isCall = Object.values(answers).some(({ headers }) => headers?.includes('rowcall-receipt'));
  return problemResponses(operation, { isCall })
    .filter(([status]) => answers[status] === undefined)
    .map(([status, answered]) => [String(status), answered]);
}

function response({ description, json, example, text = {}, headers = [] }: AnswerSpec, components: SchemaComponents): JsonObject {
  return {
    description,
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers.map((name) => [name, ANSWER_HEADERS[name]])) }),
    content: {
      ...(json === undefined ? {} : { 'application/json': body(json, 'output', components, example) }),
      ...Object.fromEntries(
        Object.entries(text).map(([type, sample]) => [type, sample === '' ? { schema: {} } : { schema: { type: 'string' }, example: sample }]),
      ),
    },
  };
}

function body(schema: z.ZodType, io: 'input' | 'output', components: SchemaComponents, example: unknown = exampleOf(schema)): JsonObject {
  return { schema: components.convert(schema, io), ...(example === undefined ? {} : { example }) };
}

function parametersOf(place: 'path' | 'query' | 'header', schema: z.ZodType | undefined, components: SchemaComponents): JsonObject[] {
  if (schema === undefined) return [];
  const { properties, required } = components.convert(schema, 'input') as { properties: Record<string, JsonObject>; required?: string[] };
  return Object.entries(properties)
    .filter(([name]) => !NOT_PARAMETERS.has(name))
    .map(([name, { description, examples, ...rest }]) => ({
      name,
      in: place,
      required: place === 'path' || (required ?? []).includes(name),
      ...(description === undefined ? {} : { description }),
      schema: rest,
      ...(examples === undefined ? {} : { example: (examples as unknown[])[0] }),
    }));
}

/** OpenAPI has these elsewhere: a header parameter of this name would be ignored. */
const NOT_PARAMETERS = new Set(['accept', 'content-type', 'authorization']);

// Serves one operation: size, JSON and fields first, then the credential, then the handler (authority.md, the order).
import { z } from 'zod';
import type { Bindings } from '../env.ts';
import { err, fault, ok, type Fault, type Result } from '../errors.ts';
import { toResponse } from './answer.ts';
import { callContext } from './callContext.ts';
import type { Input, Operation } from './operation.ts';
import { parseInput } from './parseInput.ts';
import { problem } from './problem.ts';
import { readJson } from './readJson.ts';
import type { Service } from './service.ts';

const nothing = z.strictObject({});

/** Answers one request. Throws only for defects and for storage that does not answer. */
export async function serve(
  operation: Operation,
  request: Request,
  params: Record<string, string>,
  bindings: Bindings,
  service: Service,
): Promise<Response> {
  const input = await readInput(operation, request, params);
  if (!input.ok) return refuse(input.fault, service);
  const ctx = await callContext(request, bindings, service);
  if (!ctx.ok) return refuse(ctx.fault, service);
  const result = await operation.handle(ctx.value, input.value);
  if (!result.ok) return refuse(result.fault, service);
  return result.value instanceof Response ? result.value : toResponse(result.value, service.redactor);
}

export function refuse(of: Fault, service: Service): Response {
  return toResponse(problem(of), service.redactor);
}

async function readInput(operation: Operation, request: Request, params: Record<string, string>): Promise<Result<Input<never, never, never, never>>> {
  // Whoever sends one relies on it: where it means nothing it is refused, not ignored.
  if (request.headers.has(IDEMPOTENCY) && !takesHeader(operation, IDEMPOTENCY))
    return err(fault('unknown_field', { name: 'Idempotency-Key' }, { detail: 'Only a single call takes an idempotency key.' }));
  const json = await readAndParse(operation, request);
  if (!json.ok) return json;
  const query = parseInput(operation.query ?? nothing, queryOf(new URL(request.url)));
  if (!query.ok) return query;
  const path = parseInput(operation.params ?? nothing, params);
  if (!path.ok) return path;
  const headers =
    operation.headers === undefined
      ? ok(undefined)
      : parseInput(operation.headers, Object.fromEntries(request.headers as unknown as Iterable<[string, string]>));
  if (!headers.ok) return headers;
  return ok({ json: json.value, query: query.value, params: path.value, headers: headers.value } as Input<never, never, never, never>);
}

const IDEMPOTENCY = 'idempotency-key';

function takesHeader({ headers }: Operation, name: string): boolean {
  return headers instanceof z.ZodObject && Object.hasOwn(headers.shape, name);
}

/** An operation that takes no JSON takes no fields either: what is sent to it is refused by name, not ignored. */
async function readAndParse({ json, precheck }: Operation, request: Request): Promise<Result<unknown>> {
  const body = await readJson(request, json === undefined);
  if (!body.ok || (json === undefined && body.value === undefined)) return body;
  const refusal = precheck?.(body.value);
  return refusal === undefined ? parseInput(json ?? nothing, body.value) : err(refusal);
}

/** A parameter given twice is an array, which no schema takes. */
function queryOf(url: URL): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  for (const name of new Set(url.searchParams.keys())) {
    const values = url.searchParams.getAll(name);
    query[name] = values.length === 1 ? (values[0] as string) : values;
  }
  return query;
}

// GET /openapi.json: the document of the typed routes, as it is committed (`npm run openapi` writes it).
import { z } from 'zod';
import document from '../../openapi/openapi.json?raw';
import { ok } from '../errors.ts';
import { textResponse } from '../http/answer.ts';
import { operation } from '../http/operation.ts';

/** The version of this build, as the document has it. */
export function versionOfApi(): string {
  return (JSON.parse(document) as { info?: { version?: string } }).info?.version ?? '0';
}

/** An OpenAPI document; its own schema is that of OpenAPI. */
export const openapiSchema = z
  .looseObject({ openapi: z.string(), info: z.looseObject({ title: z.string(), version: z.string() }), paths: z.record(z.string(), z.unknown()) })
  .meta({ id: 'OpenApiDocument', examples: [{ openapi: '3.1.1', info: { title: 'Rowcall', version: '0.1.0' }, paths: {} }] });

export const openapiOperation = operation({
  method: 'get',
  path: '/openapi.json',
  operationId: 'openapi',
  tag: 'service',
  access: 'open',
  summary: 'This document',
  description: 'OpenAPI 3.1 of the typed routes. That of the rows is at /openapi/directory.json.',
  answers: { 200: { description: 'The document.', json: openapiSchema } },
  faults: [],
  async handle(ctx) {
    return ok(textResponse(document, 'application/json', ctx.redactor));
  },
});

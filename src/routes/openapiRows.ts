// GET /openapi/directory.json: the rows that the caller may see as operations, streamed.
import { z } from 'zod';
import { refusalOf } from '../auth/permit.ts';
import type { CallContext } from '../context.ts';
import type { DirectoryRow } from '../db/rows.ts';
import { CAPABILITY_TYPES } from '../db/schema.ts';
import { readRun, rowRuns, type RowSelection } from '../directory/readRows.ts';
import { unknownKey } from '../directory/suggest.ts';
import { err, ok } from '../errors.ts';
import { streamResponse } from '../http/answer.ts';
import { rowsDocument } from '../http/openapi/rowsDocument.ts';
import { operation } from '../http/operation.ts';
import { INVOKE_FAULTS } from './invoke/faults.ts';
import { optionFields } from './invoke/schemas.ts';
import { openapiSchema, versionOfApi } from './openapi.ts';
import { category } from './schemas.ts';

const options = z.object(optionFields).meta({ id: 'CallOptions', description: 'What a call may say besides its arguments.' });

export const openapiRowsOperation = operation({
  method: 'get',
  path: '/openapi/directory.json',
  operationId: 'openapiRows',
  tag: 'service',
  access: 'catalogue',
  summary: 'The rows as typed operations',
  description: 'OpenAPI 3.1: `POST /api/invoke/{KEY}` for each row that the presented credential may see, typed by the row’s own schemas.',
  query: z.strictObject({
    category,
    type: z.enum(CAPABILITY_TYPES).optional().meta({ description: 'Only rows of this type.' }),
    keys: z
      .string()
      .min(1)
      .max(8_000)
      .transform((text) => text.split(',').map((key) => key.trim().toUpperCase()))
      .optional()
      .meta({ description: 'Only these rows, separated by commas, such as NOW,UUID.' }),
  }),
  answers: { 200: { description: 'The document.', json: openapiSchema } },
  faults: ['unknown_key'],
  async handle(ctx, { query }) {
    const refusal = refusalOf(ctx, 'read');
    if (refusal !== undefined) return err(refusal);
    const { runs, keys } = await rowRuns(ctx, query);
    const missing = query.keys?.find((key) => !keys.has(key));
    if (missing !== undefined) return err(await unknownKey(ctx, missing));
    const pieces = piecesOf(ctx, query, runs);
    return ok(streamResponse(rowsDocument(ctx, { version: versionOfApi(), options, faults: INVOKE_FAULTS, pieces }), 'application/json', ctx));
  },
});

async function* piecesOf(ctx: CallContext, selection: RowSelection, runs: readonly (readonly [string, string])[]): AsyncGenerator<DirectoryRow[]> {
  for (const run of runs) yield await readRun(ctx, selection, run);
}

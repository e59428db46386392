import { z } from 'zod';
import { refusalOf } from '../../auth/permit.ts';
import { contractMarkdown } from '../../contract/contractMarkdown.ts';
import { etagOf } from '../../directory/ifMatch.ts';
import { readVisibleRow } from '../../directory/readVisibleRow.ts';
import { err, ok } from '../../errors.ts';
import { answer, textResponse } from '../../http/answer.ts';
import { contractView } from '../../http/contractView.ts';
import { operation } from '../../http/operation.ts';
import { contractFormat, contractSchema, flag, keyParam } from '../schemas.ts';

export const readContractOperation = operation({
  method: 'get',
  path: '/api/directory/{key}/contract',
  operationId: 'readContract',
  tag: 'directory',
  access: 'catalogue',
  summary: 'Read the contract of a row: all that a caller who knows nothing needs to use it',
  description: 'At most 400 tokens; `full=1` has everything. Markdown by `format=markdown` or by Accept.',
  params: keyParam,
  query: z.strictObject({
    format: contractFormat.optional().meta({ description: 'Stronger than Accept.', example: 'json' }),
    full: flag.optional().meta({ description: 'true: everything, at any length.', example: 'true' }),
  }),
  headers: z.object({ accept: z.string().optional().meta({ description: '`text/markdown` for Markdown.' }) }),
  answers: {
    200: {
      description: 'The contract, as this caller may use it.',
      json: contractSchema,
      text: { 'text/markdown': '## §SELF — NOW (paste without context)\n' },
      headers: ['etag'],
    },
  },
  faults: ['unknown_key'],
  async handle(ctx, { params, query, headers }) {
    const refusal = refusalOf(ctx, 'read');
    if (refusal !== undefined) return err(refusal);
    const found = await readVisibleRow(ctx, params.key);
    if (!found.ok) return found;
    const row = found.value;
    const contract = await contractView(ctx, row, { full: query.full === 1 });
    const format = query.format ?? (/\btext\/markdown\b/i.test(headers.accept ?? '') ? 'markdown' : 'json');
    const etag = { etag: etagOf(row.version), vary: 'accept' };
    return ok(format === 'markdown' ? textResponse(contractMarkdown(contract), 'text/markdown', ctx.redactor, etag) : answer(200, contract, etag));
  },
});

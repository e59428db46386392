import { z } from 'zod';
import { refusalOf } from '../../auth/permit.ts';
import { err, fault, ok } from '../../errors.ts';
import { answer } from '../../http/answer.ts';
import { findReceipt } from '../../http/forensic.ts';
import { operation } from '../../http/operation.ts';
import { present } from '../../http/present.ts';
import { partFields } from '../../http/replySchema.ts';
import { readBodyText } from '../../invoke/readBodies.ts';
import { valueOfForm } from '../../runners/valueOfForm.ts';
import { RESULT_BYTES_MAX, select } from '../invoke/schemas.ts';
import { idParam, integer } from '../schemas.ts';

const resultSchema = z
  .object({ ok: z.literal(true), ...partFields })
  .meta({ id: 'ReceiptResult', description: '`data` or `result`; never both.', examples: [{ ok: true, data: [1, 2], shown: 2, total: 2 }] });

export const receiptResultOperation = operation({
  method: 'get',
  path: '/api/receipts/{id}/result',
  operationId: 'receiptResult',
  tag: 'receipts',
  access: 'key',
  summary: 'Read the kept result of a call, in pieces',
  description: 'Whole items of a list from `offset`, or bytes of a text; `more` is the address of the next piece.',
  params: idParam,
  query: z.strictObject({
    offset: integer(0, Number.MAX_SAFE_INTEGER).optional().meta({ description: 'Items of a list, bytes of a text.', example: 0 }),
    max_bytes: integer(1, RESULT_BYTES_MAX).optional().meta({ description: 'Bytes to answer with.', example: 8000 }),
    select: select.optional().meta({ description: 'JMESPath over the data, such as items[0].' }),
  }),
  answers: { 200: { description: 'A piece of the result.', json: resultSchema } },
  faults: ['unknown_receipt', 'bodies_gone'],
  async handle(ctx, { params, query }) {
    const refusal = refusalOf(ctx, 'audit');
    if (refusal !== undefined) return err(refusal);
    const receipt = await findReceipt(ctx, params.id);
    if (!receipt.ok) return receipt;
    const { body, id, claims } = receipt.value;
    const form = await readBodyText(ctx, body?.output, body?.output_artifact);
    if (form === null || claims === undefined) return err(fault('bodies_gone'));
    const value = valueOfForm(form, claims.type, body?.output_is_json === 1);
    const shown = present(value, { select: query.select, maxBytes: query.max_bytes, offset: query.offset });
    const rest = new URLSearchParams(
      Object.entries({ ...query, offset: shown.next }).flatMap(([name, given]) => (given === undefined ? [] : [[name, String(given)]])),
    );
    const more = shown.next === undefined ? {} : { more: `${ctx.origin}/api/receipts/${id}/result?${rest.toString()}` };
    return ok(answer(200, { ok: true, ...shown.members, ...more, ...(shown.warnings.length === 0 ? {} : { warnings: shown.warnings }) }));
  },
});

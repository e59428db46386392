// ?key=: the contract of a row.
import type { CallContext } from '../../context.ts';
import { contractMarkdown } from '../../contract/contractMarkdown.ts';
import { readVisibleRow } from '../../directory/readVisibleRow.ts';
import { answer, textResponse, type Answer } from '../../http/answer.ts';
import { contractView } from '../../http/contractView.ts';
import { problem } from '../../http/problem.ts';

export async function contractAnswer(ctx: CallContext, asked: string, options: { markdown: boolean; full: boolean }): Promise<Answer | Response> {
  const row = await readVisibleRow(ctx, asked);
  if (!row.ok) return problem(row.fault, { members: { attempted: asked } });
  const contract = await contractView(ctx, row.value, options);
  return options.markdown ? textResponse(contractMarkdown(contract), 'text/markdown', ctx.redactor) : answer(200, contract);
}

// ?key=: the contract of a row.
import type { CallContext } from '../../context.ts';
import { contractMarkdown } from '../../contract/contractMarkdown.ts';
import { readRow } from '../../directory/readRow.ts';
import { unknownKey } from '../../directory/suggest.ts';
import { isVisible } from '../../directory/visible.ts';
import { answer, textResponse, type Answer } from '../../http/answer.ts';
import { contractView } from '../../http/contractView.ts';
import { problem } from '../../http/problem.ts';
import { parseKey } from '../../ids.ts';

export async function contractAnswer(ctx: CallContext, asked: string, options: { markdown: boolean; full: boolean }): Promise<Answer | Response> {
  const key = parseKey(asked);
  const row = key && (await readRow(ctx.db, key));
  if (row === undefined || !isVisible(ctx.actor, row)) return problem(await unknownKey(ctx, asked), { members: { attempted: asked } });
  const contract = await contractView(ctx, row, options);
  return options.markdown ? textResponse(contractMarkdown(contract), 'text/markdown', ctx.redactor) : answer(200, contract);
}

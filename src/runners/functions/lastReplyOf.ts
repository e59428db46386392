// fn `last_reply_of`: what an agent's text says to its user.
import { z } from 'zod';
import { defineFunction } from './define.ts';
import { done } from './outcome.ts';
import { text } from './inputs.ts';

const OPEN = '[REPLY]';
const CLOSE = '[/REPLY]';

/** The last reply in a text. */
export const lastReplyOf = defineFunction({
  name: 'last_reply_of',
  summary: 'The last [REPLY]…[/REPLY] of a text, or the whole text.',
  category: 'text',
  effect: 'read',
  input: z.strictObject({ text: text('Text that may hold [REPLY]…[/REPLY]') }),
  run: async (input) => done(lastReply(input.text)),
});

/** The text of the last complete `[REPLY]…[/REPLY]`, trimmed; the whole text, untouched, where there is none. */
export function lastReply(of: string): string {
  const lastClose = of.lastIndexOf(CLOSE);
  const open = lastClose < 0 ? -1 : of.lastIndexOf(OPEN, lastClose);
  if (open < 0) return of;
  return of.slice(open + OPEN.length, of.indexOf(CLOSE, open)).trim();
}

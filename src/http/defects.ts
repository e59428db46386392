// What a thrown error is answered with. Storage that is not there or not migrated is the world's fault; all else is
// a defect of ours, of which the caller learns only the request id.
import { fault, type Fault } from '../errors.ts';
import { DAMAGED } from '../ledger/nodes.ts';

export function faultOfDefect(error: unknown, requestId: string): Fault {
  const text = textOf(error);
  if (text.includes(DAMAGED)) return fault('ledger_damaged', {}, { detail: `${text.slice(text.indexOf(DAMAGED) + DAMAGED.length)}.` });
  if (/no such (?:table|column)|not ready:/i.test(text)) return fault('not_ready');
  if (/D1_ERROR|D1_EXEC_ERROR|SQLITE_|Failed query|Network connection lost|storage/i.test(text))
    return fault('storage_unavailable', {}, { detail: `The database did not answer (request ${requestId}).` });
  return fault('internal_error', {}, { detail: `An unexpected error; the log has it under ${requestId}.` });
}

function textOf(error: unknown): string {
  const messages: string[] = [];
  for (let at: unknown = error; at instanceof Error && messages.length < 8; at = at.cause) messages.push(at.message);
  return messages.join(' ');
}

// GET /api/ledger/checkpoint: the signed size and root of the log, for whoever wants to hold this service to it.
import { ok } from '../../errors.ts';
import { textResponse } from '../../http/answer.ts';
import { operation } from '../../http/operation.ts';

const EXAMPLE = `https://rowcall.example
78
6PWV2k3RHXb1sGCmzPMVz0nS2ADSqQX0zCiVnUsy9bA=

— https://rowcall.example mYWDGQ==
`;

export const checkpointOperation = operation({
  method: 'get',
  path: '/api/ledger/checkpoint',
  operationId: 'readCheckpoint',
  tag: 'receipts',
  access: 'open',
  summary: 'Read the newest checkpoint of the log',
  description:
    'A C2SP signed note: the name of the log, its size, its root, the signature. Keep it: against it every later state of the log can be checked. At most a second old.',
  answers: { 200: { description: 'The note.', text: { 'text/plain': EXAMPLE } } },
  faults: [],
  async handle(ctx) {
    const { note } = await ctx.ledger.checkpoint();
    return ok(textResponse(note, 'text/plain', ctx.redactor));
  },
});

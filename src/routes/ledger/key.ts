// GET /api/ledger/key: the key that verifies checkpoints, in the form that C2SP verifiers take.
import { err, fault, ok } from '../../errors.ts';
import { textResponse } from '../../http/answer.ts';
import { operation } from '../../http/operation.ts';
import { verifierKey } from '../../ledger/note.ts';

export const verifierKeyOperation = operation({
  method: 'get',
  path: '/api/ledger/key',
  operationId: 'readVerifierKey',
  tag: 'receipts',
  access: 'open',
  summary: 'Read the key that verifies checkpoints',
  description: 'A C2SP verifier key (vkey) on one line. The same key is in /.well-known/jwks.json, with those that it followed.',
  answers: {
    200: { description: 'The key.', text: { 'text/plain': 'https://rowcall.example+99858319+AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n' } },
  },
  faults: [],
  async handle(ctx) {
    const signing = await ctx.signing();
    if ('problems' in signing || ctx.config.origin === undefined) return err(fault('not_ready'));
    return ok(textResponse(`${await verifierKey(ctx.config.origin, signing.checkpoints.x)}\n`, 'text/plain', ctx.redactor));
  },
});

// GET /.well-known/jwks.json: the public keys of this service (RFC 7517), retired ones included.
import { z } from 'zod';
import { KEY_PURPOSES } from '../../env.ts';
import { err, fault, ok } from '../../errors.ts';
import { answer } from '../../http/answer.ts';
import { operation } from '../../http/operation.ts';

const jwkSchema = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  kid: z.string().meta({ description: 'RFC 7638 thumbprint.' }),
  alg: z.literal('Ed25519'),
  use: z.literal('sig'),
  purpose: z.enum(KEY_PURPOSES).meta({ description: 'What it signs, and nothing else.' }),
  retired: z.literal(true).optional().meta({ description: 'It signs nothing any more; what it signed stays verifiable.' }),
});

const EXAMPLE = {
  kty: 'OKP',
  crv: 'Ed25519',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  alg: 'Ed25519',
  use: 'sig',
  purpose: 'receipts',
};

export const jwksOperation = operation({
  method: 'get',
  path: '/.well-known/jwks.json',
  operationId: 'readKeys',
  tag: 'receipts',
  access: 'open',
  summary: 'Read the public keys',
  description: 'The keys that verify receipts, checkpoints and tokens, one for each purpose, and those that they followed.',
  answers: { 200: { description: 'The keys.', json: z.object({ keys: z.array(jwkSchema) }).meta({ id: 'Keys', examples: [{ keys: [EXAMPLE] }] }) } },
  faults: [],
  async handle(ctx) {
    const signing = await ctx.signing();
    if ('problems' in signing) return err(fault('not_ready', {}, { detail: `${signing.problems.join('; ')}.` }));
    return ok(answer(200, { keys: signing.jwks }));
  },
});

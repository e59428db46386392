// The page of a receipt: what ran, when, by whom, and what that proves. Public, like the confirmation.
import { operation } from '../../http/operation.ts';
import { ok } from '../../errors.ts';
import { pageResponse } from '../../http/answer.ts';
import { findReceipt } from '../../http/forensic.ts';
import type { Claims } from '../../ledger/entries.ts';
import type { StoredReceipt } from '../../ledger/readReceipt.ts';
import { idParam } from '../schemas.ts';
import { renderPage } from './layout.tsx';

export const receiptPageOperation = operation({
  method: 'get',
  path: '/receipt/{id}',
  operationId: 'receiptPage',
  tag: 'pages',
  access: 'open',
  summary: 'The page of a receipt, for people',
  description: 'What ran, when, by whom, and what that proves. Public, like the confirmation.',
  params: idParam,
  answers: {
    200: { description: 'The page.', text: { 'text/html': '<!doctype html>' } },
    404: { description: 'A page that says that no receipt has this id.', text: { 'text/html': '<!doctype html>' } },
  },
  faults: [],
  async handle(ctx, { params }) {
    const receipt = await findReceipt(ctx, params.id);
    if (!receipt.ok)
      return ok(
        pageResponse(
          await renderPage(
            'No such receipt',
            <p>
              No receipt has this id. Use the invocation id exactly as the reply gave it: it begins with <code>inv_</code>.
            </p>,
          ),
          404,
          ctx.redactor,
        ),
      );
    return ok(pageResponse(await renderPage(`Receipt of ${receipt.value.row.key}`, content(receipt.value, ctx.origin)), 200, ctx.redactor));
  },
});

function content({ row, claims }: StoredReceipt, origin: string) {
  if (claims === undefined) {
    return (
      <>
        <p>This call was started and has not been settled. Whether it took effect is not known yet.</p>
        <Facts
          facts={[
            ['Status', row.status],
            ['Capability', row.key],
            ['Started', row.started_at],
            ['By', row.actor],
            ['Receipt', row.id],
          ]}
        />
      </>
    );
  }
  return (
    <>
      <p>{VERDICTS[claims.status]}</p>
      <Facts
        facts={[...factsOf(claims), ['Place in the log', String(row.seq)], ['Signature', row.signature ?? 'none: from before receipts were signed']]}
      />
      <h2>What this proves</h2>
      <p>
        This service signed these claims, and they stand at place {row.seq} of its log. Whoever keeps a checkpoint of that log can prove that it only
        grew since. The fingerprints say which contract, which input and which output it was: who holds the input or output with the receipt’s salt
        can check them with <code>SHA-256(salt ‖ bytes)</code>. It does not prove that what an upstream answered is true.
      </p>
      <h2>How to check it</h2>
      <p>
        From a checkout of Rowcall, with nothing but what this service publishes. Keep the checkpoint: the next check with it also proves that nothing
        was taken out of the log meanwhile.
      </p>
      <pre>{`npx rowcall verify ${claims.id} --url ${origin} --save-checkpoint rowcall.checkpoint`}</pre>
      <p>The parts, for a program of your own:</p>
      <ul>
        <Part href={`/api/receipts/${claims.id}/confirmation`} says="the claims and their signature" />
        <Part href={`/api/receipts/${claims.id}/proof`} says="the proof that the log holds them, with a signed checkpoint" />
        <Part href="/.well-known/jwks.json" says="the public keys" />
        <Part href="/api/ledger/checkpoint" says="the newest checkpoint" />
      </ul>
    </>
  );
}

function Part({ href, says }: { href: string; says: string }) {
  return (
    <li>
      <a href={href}>{says}</a>
    </li>
  );
}

function Facts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <dl>
      {facts.map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  );
}

const VERDICTS: Readonly<Record<Claims['status'], string>> = {
  RUNNING: 'The call is running.',
  QUEUED: 'The call is accepted and will run.',
  PROVEN_MATERIAL_RESULT: 'The call ran and returned a result.',
  PROVEN_EMPTY_RESULT: 'The call ran and returned nothing.',
  PROVEN_FAILURE: 'The call ran and failed.',
  REFUSED: 'The call was refused; nothing ran.',
  UNKNOWN_OUTCOME: 'The call was sent and no complete answer came. Whether it took effect is not known.',
};

function factsOf(claims: Claims): [string, string][] {
  const { fingerprints } = claims;
  const error: [string, string][] = claims.error === null ? [] : [['Error', [claims.error.code, ...Object.values(claims.error.params)].join(' · ')]];
  return [
    ['Status', claims.status],
    ['Capability', `${claims.key} (${claims.type}), version ${claims.version}`],
    ['Effect', claims.effect],
    ...error,
    ['Started', claims.started_at],
    ['Took', `${claims.duration_ms} ms`],
    ['By', claims.actor],
    ['Receipt', claims.id],
    ['Trace', claims.trace],
    ['Contract fingerprint', fingerprints.contract],
    ['Input fingerprint', fingerprints.input ?? 'none: refused before the arguments were read'],
    ['Output fingerprint', fingerprints.output ?? 'none: there was no output'],
  ];
}

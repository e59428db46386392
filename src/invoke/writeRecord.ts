// The claims of an invocation and its bodies, from the facts of it.
import { canonicalJson } from '../capability/canonicalJson.ts';
import type { ReceiptStatus } from '../db/rows.ts';
import { fault as makeFault, type Fault } from '../errors.ts';
import { saltedFingerprint } from '../ledger/fingerprints.ts';
import { DamagedLog } from '../ledger/nodes.ts';
import { settle } from '../ledger/settle.ts';
import { logDefect } from '../log.ts';
import type { Arguments } from '../templates/parameters.ts';
import { placeBody } from './bodies.ts';
import { identityOf, type Invocation } from './invocation.ts';
import type { ReceiptReference } from './reply.ts';

export interface Facts {
  readonly ok: boolean;
  readonly ran: boolean;
  readonly material: boolean;
  readonly status: ReceiptStatus;
  readonly fault?: Fault;
  readonly output: string | null;
  readonly outputIsJson: boolean;
  readonly upstreamStatus: number | null;
  readonly warnings: readonly string[];
}

/** A run whose record cannot be written is answered as a failure: what is not on record was not proven. */
export async function tryToRecord(
  invocation: Invocation,
  args: Arguments,
  facts: Facts,
  reserved: boolean,
): Promise<ReceiptReference | { fault: Fault; left?: ReceiptReference }> {
  try {
    return await writeRecord(invocation, args, facts, reserved);
  } catch (error) {
    logDefect(invocation.ctx, error);
    const left = { id: invocation.id, status: 'RUNNING' as const, fingerprints: { contract: invocation.contractHash, input: null, output: null } };
    const code = error instanceof DamagedLog ? 'ledger_damaged' : 'storage_unavailable';
    return {
      fault: makeFault(
        code,
        {},
        { detail: `The call ran, but its receipt could not be written${error instanceof DamagedLog ? `: ${error.message}` : ''}.` },
      ),
      ...(reserved ? { left } : {}),
    };
  }
}

/** Settles an invocation. Throws where the storage does not answer; then nothing of it is on record. */
export async function writeRecord(invocation: Invocation, args: Arguments | undefined, facts: Facts, reserved: boolean): Promise<ReceiptReference> {
  const { ctx, salt } = invocation;
  const input = args === undefined ? null : canonicalJson(args);
  const [placedInput, placedOutput] = await Promise.all([placeBody(ctx, input, 'application/json'), placeBody(ctx, facts.output, 'text/plain')]);
  const fingerprints = {
    contract: invocation.contractHash,
    input: input === null ? null : await saltedFingerprint(salt, input),
    output: facts.output === null ? null : await saltedFingerprint(salt, facts.output),
  };
  const at = ctx.now();
  const claims = {
    ...identityOf(invocation),
    ok: facts.ok,
    ran: facts.ran,
    material: facts.material,
    status: facts.status,
    error: facts.fault === undefined ? null : { code: facts.fault.code, params: publicParams(facts.fault) },
    duration_ms: at.getTime() - invocation.startedAt.getTime(),
    cost_usd: 0,
    usage: null,
    fingerprints,
  };
  await settle(
    { db: ctx.db, ledger: ctx.ledger, signing: invocation.signing },
    claims,
    {
      salt,
      input: placedInput.inline,
      inputArtifact: placedInput.artifact,
      output: placedOutput.inline,
      outputArtifact: placedOutput.artifact,
      outputIsJson: facts.outputIsJson,
      upstreamStatus: facts.upstreamStatus,
      warnings: facts.warnings,
    },
    at.toISOString(),
    reserved,
  );
  return { id: invocation.id, status: facts.status, fingerprints };
}

/** Claims are public: of a fault's params only those stay that repeat neither the caller nor what the catalogue hides. */
function publicParams({ code, params }: Fault): Fault['params'] {
  const isPublic = (name: string) => PUBLIC_PARAMS.has(name) || (name === 'name' && PUBLIC_NAMES.has(code));
  return Object.fromEntries(Object.entries(params).filter(([name]) => isPublic(name)));
}

const PUBLIC_PARAMS: ReadonlySet<string> = new Set(['status', 'effect', 'max', 'runner', 'type', 'rule']);
/** Faults whose `name` is a parameter of the row's signature. */
const PUBLIC_NAMES: ReadonlySet<string> = new Set(['missing_argument', 'bad_path_segment']);

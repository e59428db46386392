// Settles a call of which nothing is known but its intent: whoever ran it died, or there is nothing to run any more.
import type { Fault } from '../errors.ts';
import type { Intent } from './entries.ts';
import { settle, type Settling } from './settle.ts';

/** Bodies stay as the intent left them. Fails like `settle` where the call has been settled meanwhile. */
export async function settleUnrun(
  parts: Settling,
  { fingerprints, ...intent }: Intent,
  status: 'UNKNOWN_OUTCOME' | 'REFUSED',
  { code, params }: Fault,
  now: Date,
): Promise<void> {
  const claims = {
    ...intent,
    ok: false,
    // It may have run; that it did not is claimed only where that is known.
    ran: status === 'UNKNOWN_OUTCOME',
    material: false,
    status,
    error: { code, params },
    duration_ms: now.getTime() - Date.parse(intent.started_at),
    cost_usd: 0,
    usage: null,
    fingerprints: { ...fingerprints, output: null },
  };
  await settle(parts, claims, undefined, now.toISOString(), true);
}

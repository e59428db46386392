// The sentences of a contract that are the same for every row. Their tokens are counted in SHARED_TOKENS (contractOf.ts).
import type { CapabilityType } from '../db/rows.ts';

export const RULES = [
  'Do not infer this row from memory: call it as written here.',
  'Send only the arguments of `call`.',
  'Claim no result without its invocation_id.',
  'After a refusal nothing ran: mend the call as its `try` says.',
] as const;

export const ADDRESSES = {
  receipt: '/api/receipts/{id}',
  'under it': 'confirmation, proof, replay',
  page: '/receipt/{id}',
  repair: '"repairs":"{id}"',
} as const;

const COMMON = ['422: see `violations` and `try`.'] as const;

const BY_TYPE: Readonly<Record<CapabilityType, readonly string[]>> = {
  fn: ['502 ERR:fn: the function failed; `result` says why.', '503 ERR:fn:binding_missing: the storage it needs is not bound.'],
  http: [
    '502 ERR:http:<status>: the upstream refused; `result` has its words.',
    '502 ERR:http:fetch: the upstream could not be reached.',
    '422 credential_missing:<NAME>: the owner must set that secret.',
    '504 timed_out: no complete answer came within the row’s time.',
  ],
  agent: ['501 runner_unavailable: this build does not run agent rows.'],
  flow: ['501 runner_unavailable: this build does not run flow rows.'],
};

const RARE = [
  '401 unauthorized: send the owner key as `Authorization: Bearer <key>`.',
  '403 owner_only: only the owner may run it.',
  '409 row_disabled: its owner has switched it off.',
  '409 contract_changed: the row changed since you read it; read it again.',
  '413 body_too_large: a request has at most 1 MiB.',
] as const;

/** What goes wrong with a row of this type and what to do; all of it, or what is met most. */
export function troubleshooting(type: CapabilityType, all: boolean): string[] {
  return all ? [...COMMON, ...BY_TYPE[type], ...RARE] : [...COMMON, ...BY_TYPE[type].slice(0, 1)];
}

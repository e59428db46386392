// From presented credentials to a proven actor. A presented credential that is bad is an error, never anonymous.
import type { Actor } from '../context.ts';
import type { AppConfig } from '../env.ts';
import { err, fault, ok, type Result } from '../errors.ts';
import { isOwnerKey } from './owner.ts';

/** What a request presented, by where it stood. */
export interface Credentials {
  /** Header x-terminal-key. */
  readonly terminalKey?: string;
  /** Authorization: Bearer. */
  readonly bearer?: string;
  /** An Authorization header of another scheme, or one without a value. */
  readonly malformed?: boolean;
  /** Header x-capability-token. */
  readonly token?: string;
}

/** Faults: ambiguous_credential, unauthorized, token_invalid, owner_key_not_configured. */
export async function proveActor(presented: Credentials, config: AppConfig): Promise<Result<Actor>> {
  const given = [presented.terminalKey, presented.bearer, presented.token, presented.malformed].filter(
    (value) => value !== undefined && value !== false,
  );
  if (given.length > 1) return err(fault('ambiguous_credential'));
  if (given.length === 0) return ok({ kind: 'anonymous' });
  if (presented.malformed === true) return err(fault('unauthorized', {}, { detail: 'The Authorization header must be `Bearer <key>`.' }));
  // No token can be valid before there is a service that mints them.
  if (presented.token !== undefined) return err(fault('token_invalid'));
  if (config.ownerKey === undefined) return err(fault('owner_key_not_configured', {}, { detail: config.ownerKeyProblem }));
  const key = presented.terminalKey ?? presented.bearer ?? '';
  if (await isOwnerKey(key, config.ownerKey)) return ok({ kind: 'owner' });
  return err(fault(presented.bearer === undefined ? 'unauthorized' : 'token_invalid'));
}

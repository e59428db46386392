// Applies a row's `auth` to one call. The only place where a credential's value meets a request.
import { credentialVariables, fillTemplate, variablesIn } from '../capability/authForm.ts';
import type { AuthForm } from '../capability/model.ts';
import type { Effect } from '../db/rows.ts';
import { isCredentialName, type AppConfig } from '../env.ts';
import { err, fault, ok, type Fault, type Result } from '../errors.ts';
import type { HeaderList } from './headerNames.ts';

export interface AppliedAuth {
  readonly headers: HeaderList;
  /** Parameters to append to the URL; not encoded yet. */
  readonly query: HeaderList;
  /** `credential_missing:<NAME>` for each credential that a `read` row goes without. */
  readonly warnings: readonly string[];
}

type CredentialConfig = Pick<AppConfig, 'credentials' | 'credentialNames' | 'credentialOrigins'>;

/** A field value that every hop carries unchanged (RFC 9110 section 5.5): no controls, no space at the ends, Latin-1 at most. */
const FIELD_VALUE = /^[\x21-\x7e\xa0-\xff](?:[\t\x20-\x7e\xa0-\xff]*[\x21-\x7e\xa0-\xff])?$/;

/**
 * What a row's `auth` adds to a request to `origin`. Refused: `credential_not_allowed` (name, or origin bound elsewhere),
 * `credential_missing` (not configured, or not fit to be sent, and the row does more than read), `runner_unavailable` (oauth).
 * Never throws, whatever the values hold.
 */
export function applyAuth(form: AuthForm, config: CredentialConfig, origin: string, effect: Effect): Result<AppliedAuth> {
  if (form.kind === 'oauth') return err(fault('runner_unavailable', { runner: 'oauth' }));
  for (const name of credentialVariables(form)) {
    if (!isCredentialName(name, config.credentialNames) || !isBoundTo(name, origin, config)) return err(fault('credential_not_allowed', { name }));
  }
  const applied = apply(form, (name) => config.credentials.get(name));
  const [missing] = applied.problems;
  if (missing !== undefined && effect !== 'read') return err(missing);
  return ok({ headers: applied.headers, query: applied.query, warnings: [...new Set(applied.problems.flatMap(warningsOf))] });
}

interface Application {
  readonly headers: [string, string][];
  readonly query: [string, string][];
  readonly problems: Fault[];
}

function apply(form: Exclude<AuthForm, { kind: 'oauth' }>, valueOf: (name: string) => string | undefined): Application {
  const application: Application = { headers: [], query: [], problems: [] };
  const { headers, query, problems } = application;
  const header = (name: string, template: string, encode: (value: string) => string = (value) => value) => {
    const variables = variablesIn(template);
    const absent = variables.filter((variable) => valueOf(variable) === undefined);
    problems.push(...absent.map((variable) => fault('credential_missing', { name: variable })));
    if (absent.length > 0) return;
    const value = fillTemplate(template, (variable) => encode(valueOf(variable) ?? ''));
    const unfit = variables.find((variable) => !FIELD_VALUE.test(encode(valueOf(variable) ?? '')));
    if (unfit === undefined) headers.push([name, value]);
    else problems.push(fault('credential_missing', { name: unfit }, { detail: UNFIT }));
  };
  switch (form.kind) {
    case 'none':
      break;
    case 'bearer':
      header('authorization', `Bearer $${form.variable}`);
      break;
    case 'basic':
      header('authorization', `Basic $${form.variable}`, basicToken);
      break;
    case 'headers':
      for (const { name, template } of form.headers) header(name, template);
      break;
    case 'query': {
      const value = valueOf(form.variable);
      if (value === undefined) problems.push(fault('credential_missing', { name: form.variable }));
      else query.push([form.parameter, value.toWellFormed()]);
    }
  }
  return application;
}

const UNFIT = 'Its value holds a line break, a space at an end, or another character that a header cannot carry.';

function warningsOf(problem: Fault): string[] {
  const literal = `credential_missing:${problem.params.name}`;
  return problem.detail === undefined ? [literal] : [literal, `${problem.params.name}: ${problem.detail}`];
}

/** RFC 7617: the value is `user:pass`, or a user alone; UTF-8. */
function basicToken(value: string): string {
  const bytes = new TextEncoder().encode(value.includes(':') ? value : `${value}:`);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** CREDENTIAL_ORIGINS, where it names a credential, lists all origins that may receive it. */
function isBoundTo(name: string, origin: string, config: CredentialConfig): boolean {
  if (!Object.hasOwn(config.credentialOrigins, name)) return true;
  const target = originOf(origin);
  return target !== undefined && (config.credentialOrigins[name] ?? []).some((bound) => originOf(bound) === target);
}

function originOf(text: string): string | undefined {
  return URL.canParse(text) ? new URL(text).origin : undefined;
}

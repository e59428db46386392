// Headers and members that carry credentials by their name. Pure.

export type HeaderList = readonly (readonly [name: string, value: string])[];

const CREDENTIAL_HEADERS = new Set(['authorization', 'proxy-authorization', 'cookie', 'cookie2', 'set-cookie', 'x-api-key']);
/** `API_KEY`, `x-auth-token`, `client_secret`; an idempotency key identifies a request, it opens nothing. */
const CREDENTIAL_SHAPE = /(?:^|[_-])(?:api-?key|key|token|secret|password)$/;
const NO_CREDENTIALS = new Set(['key', 'token', 'idempotency-key', 'idempotency_key', 'x-idempotency-key']);

/** Whether a header or member of this name is taken for a credential: not shown in a shape, not sent to another origin. */
export function isCredentialShaped(name: string): boolean {
  const lower = name.toLowerCase();
  return CREDENTIAL_HEADERS.has(lower) || (CREDENTIAL_SHAPE.test(lower) && !NO_CREDENTIALS.has(lower));
}

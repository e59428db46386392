// The one table of error codes. Runtime answers and docs/errors/ are made from it.
// Inside, a refusal is {code, params}; its literal is the rendering, made here and nowhere else.

interface ErrorSpec {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 412 | 413 | 415 | 416 | 422 | 424 | 500 | 501 | 502 | 503 | 504;
  /** The machine-readable text of `error`; `{name}` is filled from the params. */
  readonly literal: string;
  readonly title: string;
  /** What the reader should do next. */
  readonly howToFix: string;
}

export const ERRORS = {
  // 400: the request itself
  invalid_json: spec(400, 'invalid_json', 'The body is not valid JSON', 'Send one JSON object with content-type application/json.'),
  json_too_deep: spec(400, 'json_too_deep', 'The JSON nests too deeply', 'Nest at most {max} levels.'),
  unknown_field: spec(400, 'unknown_field:{name}', 'The request has a field this route does not know', 'Remove the field or correct its name. Nothing is ignored silently.'),
  invalid_field: spec(400, 'invalid_field:{name}', 'A field of the request has a wrong value', 'See `violations` for what each field must be.'),
  no_recognized_fields: spec(400, 'no recognized fields', 'The patch names no column of a row', 'Send at least one column; `GET /api/directory` lists them under `fields`.'),
  ambiguous_credential: spec(400, 'ambiguous_credential', 'Two credentials were presented', 'Send exactly one: x-terminal-key, or Authorization: Bearer.'),
  // 401, 403: who is asking
  unauthorized: spec(401, 'unauthorized', 'This needs a credential', 'Send the owner key as `x-terminal-key: <key>` or `Authorization: Bearer <key>`.'),
  token_invalid: spec(401, 'token_invalid', 'The bearer credential is neither the owner key nor a valid token', 'Send the owner key, or a token minted by this service.'),
  owner_only: spec(403, 'owner_only', 'This row is reserved for the owner', 'Ask the owner to run it.'),
  effect_not_allowed: spec(403, 'effect_not_allowed:{effect}', 'The call may not have this effect', 'A nested call may not do more than the row that started it: give that row an effect of `{effect}`.'),
  // 404, 405
  not_found: spec(404, 'not_found', 'There is nothing at this address', 'Check the path.'),
  method_not_allowed: spec(405, 'method_not_allowed', 'This address does not take that method', 'Use one of: {allow}.'),
  unknown_key: spec(404, 'unknown_key', 'No row has this key', 'Use an entry of `did_you_mean`, or find the key: GET /api/resolve?ask=<what you want>.'),
  unknown_version: spec(404, 'unknown_version:{version}', 'The history holds no such version of this key', 'GET /api/directory/{key}/history lists the versions.'),
  unknown_block: spec(404, 'unknown_block', 'No prompt block has this key', 'Write it with PUT /api/blocks/{key}.'),
  unknown_receipt: spec(404, 'unknown_receipt', 'No receipt has this id', 'Use the invocation id exactly as the reply gave it.'),
  unknown_trace: spec(404, 'unknown_trace', 'No call has this trace', 'Use `trace` exactly as a reply or a receipt gave it.'),
  unknown_artifact: spec(404, 'unknown_artifact', 'No stored result has this hash', 'Use the address that the reply gave.'),
  not_final: spec(409, 'not_final', 'The call has not ended yet', 'Ask again when it has: GET /api/receipts/{id}?wait=25 waits for it.'),
  idempotency_in_flight: spec(409, 'idempotency_in_flight', 'The first call with this idempotency key is still running', 'Wait for it: `proof.invocation_id` is its receipt. This call did not run.'),
  outcome_unknown: spec(409, 'outcome_unknown', 'Whether the call had its effect is not known', 'It was sent and its answer is missing. Look at what it should have changed before you call again with a new idempotency key. This call did not run.'),
  not_repairable: spec(409, 'not_repairable:{why}', 'The call cannot mend that receipt', 'A repair names a receipt of the same row. Nothing ran.'),
  replay_unconfirmed: spec(409, 'replay_unconfirmed:{effect}', 'Running the call again would have its effect again', 'Look at what it did, and send {"confirm":true} if it should happen once more. Nothing ran.'),
  bodies_gone: spec(404, 'bodies_gone', 'The stored result of this call is no longer kept', 'The receipt and its proof remain valid; run the call again for a new result.'),
  // 409, 412, 413, 415, 416
  key_exists: spec(409, 'key_exists', 'A row with this key exists already', 'PUT /api/directory/{key} replaces it, PATCH changes it.'),
  row_disabled: spec(409, 'row_disabled', 'The row is disabled', 'Its owner can enable it: PATCH /api/directory/{key} {"enabled":1}.'),
  block_in_use: spec(409, 'block_in_use', 'Agent rows still include this prompt block', 'Take it out of `includes` of: {keys}.'),
  contract_changed: spec(409, 'contract_changed:{pinned}!={current}', 'The row changed since you read its contract', 'Read the contract again, check what changed, and call with its new hash.'),
  version_conflict: spec(412, 'version_conflict', 'The row was changed by somebody else', 'GET it again and repeat your change with its new ETag.'),
  body_too_large: spec(413, 'body_too_large:>{max}', 'The request body is too large', 'Send at most {max} bytes.'),
  row_too_large: spec(413, 'row_too_large:{bytes}>{max}', 'The row is too large', 'A row may hold at most {max} bytes in all.'),
  unsupported_media_type: spec(415, 'unsupported_media_type', 'The body is not sent as JSON', 'Send `content-type: application/json`.'),
  range_not_satisfiable: spec(416, 'range_not_satisfiable', 'The asked range lies outside the stored result', 'The result has {size} bytes.'),
  // 422: a row that may not be stored
  registry_hygiene_refused: spec(422, 'registry_hygiene_refused: {rule}', 'The row breaks a rule of the directory', 'See `violations`: each names the rule and what to change. Nothing was stored.'),
  read_only_field: spec(422, 'read_only_field:{name}', 'The field is set by the service', 'Leave it out, or send it as GET gave it.'),
  // 422: a call that may not run
  unknown_argument: spec(422, 'unknown_argument:{name}', 'The call has an argument the row does not take', 'See `call` for the arguments and `try` for a valid call. Nothing ran.'),
  missing_argument: spec(422, 'missing_argument:{name}', 'The call lacks an argument', 'See `call` for the arguments and `try` for a valid call. Nothing ran.'),
  too_many_arguments: spec(422, 'too_many_arguments', 'The call has more arguments than the row takes', 'See `call` for the arguments. A `|` separates arguments in `body`. Nothing ran.'),
  invalid_argument: spec(422, 'invalid_argument:{pointer}', 'An argument does not fit the row’s schema', 'See `violations` for what each argument must be. Nothing ran.'),
  bad_path_segment: spec(422, 'bad_path_segment:{name}', 'An argument cannot stand as one path segment', 'Send a value that is not empty, `.` or `..`. Nothing was sent.'),
  url_reshaped: spec(422, 'url_reshaped', 'An argument would change the shape of the address', 'An argument may fill its place in the address and nothing else: take out `#`, a second `?`, or the parameter that the row sets itself. Nothing was sent.'),
  idempotency_key_reused: spec(422, 'idempotency_key_reused', 'The idempotency key stands for another call', 'Use a new key for another row or other arguments. Nothing ran.'),
  credential_in_argument: spec(422, 'credential_in_argument', 'An argument holds the value of a configured credential', 'Never pass credentials as arguments: the row names them and the service applies them. Nothing ran.'),
  credential_missing: spec(422, 'credential_missing:{name}', 'The credential that the row names is not configured', 'Set the secret {name}: 8 characters or more, no ordinary word. Nothing was sent.'),
  credential_not_allowed: spec(422, 'credential_not_allowed:{name}', 'The row may not use this credential', 'Its name must match CREDENTIAL_NAMES, and its origin CREDENTIAL_ORIGINS where that names one. Nothing was sent.'),
  outbound_refused: spec(422, 'outbound_refused:{rule}', 'The address may not be called from here', '`detail` says why; a private address is opened by name in the setting ALLOW_PRIVATE_HOSTS. Nothing was sent.'),
  nesting_too_deep: spec(422, 'nesting_too_deep:{max}', 'The calls nest too deeply', 'A row may lead to {max} further rows; look for a row that calls itself.'),
  too_many_invocations: spec(422, 'too_many_invocations:>{max}', 'The request causes too many calls', 'One request may cause {max} calls in all; look for a row that calls itself, or send fewer at a time. This call did not run.'),
  fn_unknown_target: spec(422, 'ERR:fn:unknown_target:{name}', 'The row names a function that does not exist', 'Correct `target`; `did_you_mean` has the nearest names. Nothing ran.'),
  fn_bad_content_json: spec(422, 'ERR:fn:bad_content_json:{why}', 'The payload of the row is not JSON', 'The payload must be a JSON array such as ["$1","$2"]. Nothing ran.'),
  fn_content_not_array: spec(422, 'ERR:fn:content_not_array', 'The payload of the row is not a JSON array', 'Wrap it in brackets: ["$1","$2"]. Nothing ran.'),
  auth_unknown_prefix: spec(422, 'ERR:auth:unknown_prefix:{prefix}', 'The row’s `auth` has an unknown form', 'Use bearer:NAME, basic:NAME, headers:{"name":"$NAME"}, query:name=NAME or oauth:NAME. Nothing was sent.'),
  row_invalid: spec(422, 'ERR:row:{rule}', 'The stored row cannot be run as it is', 'Correct the row: see `violations`. Nothing ran.'),
  // 424, 500, 501
  not_run: spec(424, 'not_run', 'An earlier call of the sequence failed', 'Mend that call and send the rest again.'),
  internal_error: spec(500, 'internal_error', 'The service met an error it did not expect', 'Report the request id; the log has the details.'),
  runner_unavailable: spec(501, 'runner_unavailable:{runner}', 'This build has no runner for this row', 'The row is stored and can be read; a build with that runner will run it. Nothing ran.'),
  form_unavailable: spec(501, 'form_unavailable:{form}', 'This build does not have that form of the call', 'POST {"key": …, "body": …} to /api/dispatch. Nothing ran.'),
  // 502, 503, 504: it ran, or something it needs is not there
  fn_failed: spec(502, 'ERR:fn:{name}:{why}', 'The function failed', 'See `result` for what it said.'),
  fn_binding_missing: spec(503, 'ERR:fn:binding_missing:{name}', 'The binding that the function needs is not configured', 'Add the binding {name} to the Worker. Nothing ran.'),
  http_status: spec(502, 'ERR:http:{status}', 'The upstream answered with an error', 'See `result` for what it said.'),
  http_fetch: spec(502, 'ERR:http:fetch', 'The upstream could not be reached', 'Check the host in the row’s `target`, and that it is up.'),
  http_too_large: spec(502, 'ERR:http:too_large:>{max}', 'The upstream’s answer is too large', 'Ask for less: at most {max} bytes are read.'),
  redirect_refused: spec(502, 'outbound_refused:{rule}', 'The upstream redirected to an address that may not be called', 'Point the row’s `target` at the final address.'),
  artifact_store_missing: spec(502, 'ERR:artifact:binding_missing:{name}', 'The result is too large to keep inline and no artifact store is configured', 'Add the R2 binding {name}, or ask for less.'),
  owner_key_not_configured: spec(503, 'owner_key_not_configured', 'This service has no owner key', 'Set the secret TERMINAL_KEY: 32 characters or more, not a known default.'),
  not_ready: spec(503, 'not_ready', 'The service is not set up yet', 'Apply the migrations; GET /health says what is missing.'),
  ledger_damaged: spec(503, 'ledger_damaged', 'The ledger does not continue what was signed', 'Nothing was recorded; a call that may change something did not run. `detail` says what is wrong. If a backup was restored on purpose, the owner says so by POST /api/ledger/reopen; else find out who changed the database.'),
  storage_unavailable: spec(503, 'storage_unavailable', 'The storage did not answer', 'Try again in a moment. If the call was a write, read its receipts first.'),
  timed_out: spec(504, 'ERR:{type}:timeout', 'The call took longer than the row allows', 'Raise the row’s timeout_ms, or ask for less.'),
} as const satisfies Record<string, ErrorSpec>;

export type ErrorCode = keyof typeof ERRORS;

/** One broken rule or argument; `pointer` is an RFC 6901 JSON Pointer into what was sent. */
export interface Violation {
  readonly pointer: string;
  readonly message: string;
  /** The name of the broken rule, where rules have names. */
  readonly rule?: string;
}

/** An expected failure as a value. Expected failures are returned, never thrown; only defects throw. */
export interface Fault {
  readonly code: ErrorCode;
  readonly params: Readonly<Record<string, string | number>>;
  /** What happened, in a sentence, where the title does not say enough. Never upstream text. */
  readonly detail?: string;
  readonly violations?: readonly Violation[];
  readonly didYouMean?: readonly string[];
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: Fault };

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function err(of: Fault): { readonly ok: false; readonly fault: Fault } {
  return { ok: false, fault: of };
}

/** Makes a fault. `more` carries what helps the caller to mend the call. */
export function fault(code: ErrorCode, params: Fault['params'] = {}, more: Omit<Fault, 'code' | 'params'> = {}): Fault {
  return { code, params, ...more };
}

/** The literal of a fault: `contract_changed:abc!=def`. A param that is absent leaves nothing behind. */
export function literal(of: Fault): string {
  return fill(ERRORS[of.code].literal, of.params);
}

/** The status that a fault answers with over HTTP. */
export function statusOf(of: Fault): ErrorSpec['status'] {
  return ERRORS[of.code].status;
}

export function howToFix(of: Fault): string {
  return fill(ERRORS[of.code].howToFix, of.params);
}

function fill(template: string, params: Fault['params']): string {
  return template
    .replace(/\{([a-z_]+)\}/gi, (whole, name: string) => (Object.hasOwn(params, name) ? String(params[name]) : NEVER_PARAMS.has(name) ? '' : whole))
    .replace(/:$/, '');
}

/** Names that a literal may leave out; any other brace in the table is text. */
const NEVER_PARAMS = new Set(['name', 'why', 'runner', 'rule']);

function spec<S extends ErrorSpec['status']>(status: S, literalText: string, title: string, howToFixText: string) {
  return { status, literal: literalText, title, howToFix: howToFixText };
}

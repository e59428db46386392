// The refusals of an operation as OpenAPI responses, made from the one error table.
import { ERRORS, fault, type ErrorCode } from '../../errors.ts';
import { COMMON_FAULTS, type Operation } from '../operation.ts';
import { problem } from '../problem.ts';
import { ANSWER_HEADERS } from './headers.ts';
import type { JsonObject } from './schemas.ts';

/** Every code that the operation can answer, in the order of the table, by status. A defect's 500 is promised nowhere. */
export function faultsByStatus(operation: Pick<Operation, 'faults'>): ReadonlyMap<number, ErrorCode[]> {
  const own = new Set<ErrorCode>([...COMMON_FAULTS, ...operation.faults]);
  const codes = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => own.has(code));
  return Map.groupBy(codes, (code) => ERRORS[code].status);
}

/** Responses that most operations share, by status: they hold the common faults and no other. */
const SHARED_NAMES: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  413: 'ContentTooLarge',
  415: 'UnsupportedMediaType',
  503: 'ServiceUnavailable',
};

export function sharedResponses(): JsonObject {
  return Object.fromEntries(
    [...faultsByStatus({ faults: [] })].map(([status, codes]) => [String(SHARED_NAMES[status]), problemResponse(status, codes, { isCall: false })]),
  );
}

/** The refusals of an operation by status; `isCall`: those of a row that is known leave a receipt. */
export function problemResponses(operation: Pick<Operation, 'faults'>, options: { isCall: boolean }): [number, JsonObject][] {
  const common = new Set<ErrorCode>(COMMON_FAULTS);
  return [...faultsByStatus(operation)].map(([status, codes]) => [
    status,
    codes.every((code) => common.has(code)) ? { $ref: `#/components/responses/${SHARED_NAMES[status]}` } : problemResponse(status, codes, options),
  ]);
}

/** What is refused and what fails with these faults, each as one response for all its statuses. */
export function refusals(faults: readonly ErrorCode[]): { refused: JsonObject; failed: JsonObject; codes: ErrorCode[] } {
  const codes = [...faultsByStatus({ faults }).values()].flat();
  const of = (isWanted: (status: number) => boolean, description: string): JsonObject => {
    const wanted = codes.filter((code) => isWanted(ERRORS[code].status));
    const content = { schema: { $ref: '#/components/schemas/Problem' }, examples: exampleReferences(wanted) };
    return {
      description,
      headers: { 'rowcall-receipt': { $ref: '#/components/headers/Receipt' } },
      content: { 'application/problem+json': content },
    };
  };
  return {
    refused: of((status) => status < 500, 'Refused: nothing ran. `code` says why, `try` has a call that would be valid.'),
    failed: of((status) => status >= 500, 'It failed, or something that it needs is not there: `ran` says whether it ran.'),
    codes,
  };
}

function exampleReferences(codes: readonly ErrorCode[]): JsonObject {
  return Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
}

/** The response for some codes of one status. Each code has its example among the components. */
function problemResponse(status: number, codes: readonly ErrorCode[], { isCall }: { isCall: boolean }): JsonObject {
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].title}.`).join('\n'),
    ...(isCall ? { headers: { 'rowcall-receipt': ANSWER_HEADERS['rowcall-receipt'] } } : {}),
    content: {
      'application/problem+json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Problem' },
            { type: 'object', properties: { status: { type: 'integer', const: status }, code: { type: 'string', enum: codes } } },
          ],
        },
        examples: exampleReferences(codes),
      },
    },
  };
}

/** An example of each code's problem document. */
export function problemExamples(codes: Iterable<ErrorCode>): JsonObject {
  return Object.fromEntries([...codes].map((code) => [code, { summary: ERRORS[code].title, value: problem(fault(code, paramsOf(code))).body }]));
}

/** Values for what the literal and the advice of a code name. */
function paramsOf(code: ErrorCode): Record<string, string | number> {
  const { literal, howToFix } = ERRORS[code];
  const names = Array.from(`${literal} ${howToFix}`.matchAll(/\{([a-z_]+)\}/g), ([, name]) => String(name));
  return Object.fromEntries(names.flatMap((name) => (Object.hasOwn(PARAMS, name) ? [[name, PARAMS[name] as string | number]] : [])));
}

const PARAMS: Readonly<Record<string, string | number>> = {
  name: 'zone',
  max: 1_048_576,
  effect: 'read',
  allow: 'GET, POST',
  version: 3,
  keys: 'SUMMARISE',
  pinned: 'a'.repeat(64),
  current: 'b'.repeat(64),
  bytes: 2_000_000,
  size: 1000,
  rule: 'bad_key',
  pointer: '/zone',
  why: 'it threw',
  prefix: 'digest',
  runner: 'queue',
  form: 'text',
  status: 404,
  type: 'http',
};

// The OpenAPI 3.1 document of the typed routes, made from the list of operations and the error table. It is written to
// openapi/openapi.json (`npm run openapi`) and served from there. Pure.
import { ERRORS, type ErrorCode } from '../../errors.ts';
import { TAGS, type Operation } from '../operation.ts';
import { problemSchema } from '../problemSchema.ts';
import { operationObject } from './operationObject.ts';
import { faultsByStatus, problemExamples, sharedResponses } from './problems.ts';
import { SchemaComponents, type JsonObject } from './schemas.ts';

/** What both documents say of the service and of its credentials. */
export const SHARED = {
  openapi: '3.1.1',
  jsonSchemaDialect: 'https://spec.openapis.org/oas/3.1/dialect/base',
  servers: [{ url: '/', description: 'The service that served this document.' }],
} as const;

export const LICENSE = { name: 'MIT', url: 'https://opensource.org/license/mit' } as const;

export const SECURITY_SCHEMES = {
  ownerKey: { type: 'apiKey', in: 'header', name: 'x-terminal-key', description: 'The owner key. Send one credential, not two.' },
  bearer: { type: 'http', scheme: 'bearer', description: 'The owner key as a bearer credential.' },
} as const;

const DESCRIPTION = `A directory of capabilities. One row is the whole contract of one capability: resolve a question to a key, read its
contract if the call signature did not suffice, invoke it, take the receipt.

Every answer that is no success is \`application/problem+json\` (RFC 9457): \`error\` and \`code\` are for programs, \`how_to_fix\`
for whoever mends the call. A field or parameter that an operation does not know is refused by name. Every GET also answers HEAD.
The rows themselves are operations of the document at /openapi/directory.json.`;

export function openapiDocument(operations: readonly Operation[], version: string): JsonObject {
  const components = new SchemaComponents();
  const paths: Record<string, JsonObject> = {};
  for (const operation of operations) (paths[operation.path] ??= {})[operation.method] = operationObject(operation, components);
  components.convert(problemSchema, 'output');
  const answered = new Set(operations.flatMap((operation) => [...faultsByStatus(operation).values()].flat()));
  return {
    openapi: SHARED.openapi,
    info: { title: 'Rowcall', version, summary: 'A capability directory.', description: DESCRIPTION, license: LICENSE },
    jsonSchemaDialect: SHARED.jsonSchemaDialect,
    servers: SHARED.servers,
    security: [{ ownerKey: [] }, { bearer: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: components.all(),
      responses: sharedResponses(),
      examples: problemExamples((Object.keys(ERRORS) as ErrorCode[]).filter((code) => answered.has(code))),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

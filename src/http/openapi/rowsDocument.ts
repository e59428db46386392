// The OpenAPI document of the rows, written piece by piece: rows are read while the ones before are on their way.
import type { z } from 'zod';
import { parseRow } from '../../capability/parse.ts';
import type { CallContext } from '../../context.ts';
import type { DirectoryRow } from '../../db/rows.ts';
import type { ErrorCode } from '../../errors.ts';
import { parseKey } from '../../ids.ts';
import { redactJson } from '../../outbound/redactJson.ts';
import { rowOperation } from '../../projections/openapi/rowOperation.ts';
import type { Json, JsonSchema } from '../../templates/parameters.ts';
import { problemSchema } from '../problemSchema.ts';
import { ACCEPTED_EXAMPLE, replySchema } from '../replySchema.ts';
import { ANSWER_HEADERS } from './headers.ts';
import { LICENSE, SECURITY_SCHEMES, SHARED } from './document.ts';
import { problemExamples, refusals } from './problems.ts';
import { exampleOf, SchemaComponents, type JsonObject } from './schemas.ts';

export interface RowsDocument {
  readonly version: string;
  /** What a call may say besides its arguments. */
  readonly options: z.ZodType;
  /** What a call can be refused or fail with. */
  readonly faults: readonly ErrorCode[];
  /** Pieces of rows in the order in which they are to stand. */
  readonly pieces: AsyncIterable<readonly DirectoryRow[]>;
}

/** Schemas that stand for themselves are kept back until the rows are written; what a document refers to beyond this is left open. */
const COMPONENT_CHARS_MAX = 8_388_608;
/** What is put together before it is sent on. */
const PIECE_CHARS_MAX = 262_144;

const DESCRIPTION = `The rows of this directory that the presented credential may see, one operation each. Arguments stand in \`args\`.
Every call needs a credential and leaves a receipt, named in \`proof\` and in the header Rowcall-Receipt.`;

/** Texts that make the document when put together. */
export async function* rowsDocument(ctx: CallContext, { version, options, faults, pieces }: RowsDocument): AsyncGenerator<string> {
  const info = { title: 'Rowcall: rows', version, summary: 'The capabilities of this directory.', description: DESCRIPTION, license: LICENSE };
  const head = { openapi: SHARED.openapi, info, jsonSchemaDialect: SHARED.jsonSchemaDialect, servers: SHARED.servers, security: SECURITY };
  yield `${JSON.stringify(head).slice(0, -1)},"paths":{`;
  const seesAll = ctx.actor.kind === 'owner';
  const tags = new Set<string>();
  let hasQueued = false;
  let schemas = '';
  let comma = '';
  for await (const rows of pieces) {
    let text = '';
    // A key that is none was put in by SQL, and no request can name it.
    for (const row of rows.filter(({ key }) => parseKey(key) === key)) {
      const { path, item, tag, components } = rowOperation(row, parseRow(row, ctx.functions), { seesAll });
      text += `${comma}${safeText(ctx, path)}:${safeText(ctx, item)}`;
      comma = ',';
      tags.add(tag);
      hasQueued ||= row.runner === 'queue';
      const hasRoom = schemas.length < COMPONENT_CHARS_MAX;
      for (const [name, schema] of Object.entries(components)) schemas += `,${safeText(ctx, name)}:${hasRoom ? safeText(ctx, schema) : '{}'}`;
      if (text.length < PIECE_CHARS_MAX) continue;
      yield text;
      text = '';
    }
    yield text;
  }
  const { schemas: own, ...others } = sharedComponents(options, faults, hasQueued);
  yield `},"tags":${safeText(
    ctx,
    [...tags].toSorted().map((name) => ({ name, description: `Rows of ${name}.` })),
  )}`;
  yield `,"components":{${JSON.stringify(others).slice(1, -1)},"schemas":{${JSON.stringify(own).slice(1, -1)}`;
  yield `${schemas}}}}`;
}

const SECURITY = [{ ownerKey: [] }, { bearer: [] }];

function sharedComponents(options: z.ZodType, faults: readonly ErrorCode[], hasQueued: boolean): { schemas: JsonObject } & JsonObject {
  const components = new SchemaComponents();
  for (const schema of [problemSchema, replySchema]) components.convert(schema, 'output');
  components.convert(options, 'input');
  const reply = (description: string, example: unknown) => ({
    description,
    headers: { 'rowcall-receipt': { $ref: '#/components/headers/Receipt' } },
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Reply' }, example } },
  });
  const ran = reply('It ran, or with `shape` is checked.', exampleOf(replySchema));
  const accepted = hasQueued ? { Accepted: reply('It is on record and will run.', ACCEPTED_EXAMPLE) } : {};
  const { refused, failed, codes } = refusals(faults);
  return {
    securitySchemes: SECURITY_SCHEMES,
    headers: { Receipt: ANSWER_HEADERS['rowcall-receipt'] },
    responses: { Ran: ran, ...accepted, Refused: refused, Failed: failed },
    examples: problemExamples(codes),
    schemas: components.all(),
  };
}

/** JSON without any configured secret. */
function safeText({ redactor }: CallContext, value: Json | JsonSchema): string {
  const text = JSON.stringify(value);
  return redactor.text(text) === text ? text : JSON.stringify(redactJson(value, redactor));
}

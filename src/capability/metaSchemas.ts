// What a schema must look like: the shapes of the keywords of JSON Schema draft-07 and 2020-12, written down from
// their specifications (core and validation). They hold no $dynamicRef, which the validator does not know. Pure data.
import type { Json, JsonSchema } from '../templates/parameters.ts';
import type { Draft } from './schemaKeywords.ts';

const SCHEMA: JsonSchema = { $ref: '#' };
const SCHEMA_LIST: JsonSchema = { type: 'array', minItems: 1, items: SCHEMA };
const SCHEMA_MAP: JsonSchema = { type: 'object', additionalProperties: SCHEMA };
const TEXT: JsonSchema = { type: 'string' };
const FLAG: JsonSchema = { type: 'boolean' };
const NUMBER: JsonSchema = { type: 'number' };
const COUNT: JsonSchema = { type: 'integer', minimum: 0 };
const TEXT_SET: JsonSchema = { type: 'array', items: TEXT, uniqueItems: true };
const TYPE_NAME: JsonSchema = { enum: ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'] };

function all(shape: JsonSchema, keywords: string): { [keyword: string]: Json } {
  return Object.fromEntries(keywords.split(' ').map((keyword) => [keyword, shape]));
}

/** Common to both drafts. */
const COMMON: { [keyword: string]: Json } = {
  ...all(TEXT, '$id $schema $ref $comment title description pattern format contentEncoding contentMediaType'),
  ...all(FLAG, 'readOnly writeOnly uniqueItems'),
  ...all(NUMBER, 'maximum exclusiveMaximum minimum exclusiveMinimum'),
  ...all(COUNT, 'maxLength minLength maxItems minItems maxProperties minProperties'),
  ...all(SCHEMA, 'additionalProperties propertyNames contains not if then else'),
  ...all(SCHEMA_LIST, 'allOf anyOf oneOf'),
  ...all(SCHEMA_MAP, 'properties patternProperties definitions'),
  type: { anyOf: [TYPE_NAME, { type: 'array', items: TYPE_NAME, minItems: 1, uniqueItems: true }] },
  multipleOf: { type: 'number', exclusiveMinimum: 0 },
  required: TEXT_SET,
  enum: { type: 'array' },
  examples: { type: 'array' },
  dependencies: { type: 'object', additionalProperties: { anyOf: [SCHEMA, TEXT_SET] } },
};

const DRAFT_07: JsonSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: ['object', 'boolean'],
  properties: {
    ...COMMON,
    ...all(SCHEMA, 'additionalItems'),
    items: { anyOf: [SCHEMA, { type: 'array', items: SCHEMA }] },
  },
};

const DRAFT_2020_12: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: ['object', 'boolean'],
  properties: {
    ...COMMON,
    ...all(FLAG, 'deprecated'),
    ...all(SCHEMA, 'items unevaluatedItems unevaluatedProperties contentSchema'),
    ...all(COUNT, 'maxContains minContains'),
    ...all(SCHEMA_MAP, '$defs dependentSchemas'),
    prefixItems: SCHEMA_LIST,
    dependentRequired: { type: 'object', additionalProperties: TEXT_SET },
    $id: { type: 'string', pattern: '^[^#]*#?$' },
    ...all({ type: 'string', pattern: '^[A-Za-z_][-A-Za-z0-9._]*$' }, '$anchor $dynamicAnchor'),
    $dynamicRef: TEXT,
    $vocabulary: { type: 'object', additionalProperties: FLAG },
  },
};

/** The meta-schema of a draft. */
export const META_SCHEMAS: Readonly<Record<Draft, JsonSchema>> = { '7': DRAFT_07, '2020-12': DRAFT_2020_12 };

/** The draft that a `$schema` names, the newer one where it is absent; undefined for all we do not know. */
export function draftOf(schemaUri: Json | undefined): Draft | undefined {
  if (schemaUri === undefined) return '2020-12';
  if (typeof schemaUri !== 'string') return undefined;
  const found = /^https?:\/\/json-schema\.org\/(draft\/2020-12|draft-07)\/schema#?$/.exec(schemaUri);
  if (found === null) return undefined;
  return found[1] === 'draft-07' ? '7' : '2020-12';
}

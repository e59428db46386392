// Which JSON Schema keywords a document takes over, with the shape that each must have and the types to which it applies.
// Others mean nothing to this service. Pure data.
import { typeOf, TYPES } from '../../capability/schemaTypes.ts';
import type { Json, JsonType } from '../../templates/parameters.ts';

type Shape = (value: Json) => boolean;

const isText: Shape = (value) => typeof value === 'string';
const isNumber: Shape = (value) => typeof value === 'number' && Number.isFinite(value);
const isCount: Shape = (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
const isFlag: Shape = (value) => typeof value === 'boolean';
const isTexts: Shape = (value) => Array.isArray(value) && value.every((item) => typeof item === 'string') && new Set(value).size === value.length;
const isTextsByName: Shape = (value) => typeOf(value) === 'object' && Object.values(value as Record<string, Json>).every(isTexts);
const isPattern: Shape = (value) => {
  try {
    return typeof value === 'string' && new RegExp(value, 'u') instanceof RegExp;
  } catch {
    return false;
  }
};
const isPositive: Shape = (value) => isNumber(value) && (value as number) > 0;
const isType: Shape = (value) => (Array.isArray(value) ? value.length > 0 && isTexts(value) && value.every(isTypeName) : isTypeName(value));
const isTypeName: Shape = (value) => TYPES.has(value);

/** Keywords that hold plain data. */
export const DATA_SHAPES: ReadonlyMap<string, Shape> = new Map([
  ...of(isText, 'title description format contentEncoding contentMediaType'),
  ...of(isPattern, 'pattern'),
  ...of(isNumber, 'minimum maximum exclusiveMinimum exclusiveMaximum'),
  ...of(isPositive, 'multipleOf'),
  ...of(isCount, 'minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains'),
  ...of(isFlag, 'uniqueItems readOnly writeOnly deprecated'),
  ...of(isTexts, 'required'),
  ...of(isTextsByName, 'dependentRequired'),
  ...of(isType, 'type'),
  ...of(Array.isArray, 'enum'),
  ...of(() => true, 'const default'),
]);

/** What a keyword is about; the others are about any value. */
export const ABOUT: ReadonlyMap<string, readonly JsonType[]> = new Map([
  ...about(['string'], 'pattern format minLength maxLength contentEncoding contentMediaType'),
  ...about(['number', 'integer'], 'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf'),
  ...about(['array'], 'items prefixItems contains minItems maxItems uniqueItems minContains maxContains unevaluatedItems'),
  ...about(
    ['object'],
    'properties patternProperties additionalProperties propertyNames required minProperties maxProperties dependentRequired dependentSchemas unevaluatedProperties',
  ),
]);

function of(shape: Shape, keywords: string): [string, Shape][] {
  return keywords.split(' ').map((keyword) => [keyword, shape]);
}

function about(types: readonly JsonType[], keywords: string): [string, readonly JsonType[]][] {
  return keywords.split(' ').map((keyword) => [keyword, types]);
}

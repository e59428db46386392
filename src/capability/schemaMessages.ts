// What a failed keyword wanted, as the end of the sentence "<pointer> …". Pure.
import type { Json } from '../templates/parameters.ts';

const SHOWN_MAX = 10;
const TEXT_MAX_CHARS = 80;

/** The message for a keyword of JSON Schema and its value in the schema. */
export function messageOf(keyword: string, wanted: Json | undefined): string {
  switch (keyword) {
    case 'type':
      return `must be ${Array.isArray(wanted) ? wanted.map(shown).join(' or ') : shown(wanted)}`;
    case 'const':
      return `must be ${literalOf(wanted ?? null)}`;
    case 'enum':
      return `must be ${oneOf(Array.isArray(wanted) ? wanted : [])}`;
    case 'minimum':
      return `must be at least ${shown(wanted)}`;
    case 'maximum':
      return `must be at most ${shown(wanted)}`;
    case 'exclusiveMinimum':
      return `must be more than ${shown(wanted)}`;
    case 'exclusiveMaximum':
      return `must be less than ${shown(wanted)}`;
    case 'multipleOf':
      return `must be a multiple of ${shown(wanted)}`;
    case 'minLength':
      return `must have at least ${counted(wanted, 'character')}`;
    case 'maxLength':
      return `must have at most ${counted(wanted, 'character')}`;
    case 'minItems':
      return `must have at least ${counted(wanted, 'item')}`;
    case 'maxItems':
      return `must have at most ${counted(wanted, 'item')}`;
    case 'minProperties':
      return `must have at least ${counted(wanted, 'member')}`;
    case 'maxProperties':
      return `must have at most ${counted(wanted, 'member')}`;
    case 'uniqueItems':
      return 'must have no two equal items';
    case 'contains':
      return 'must contain an item that fits the schema under `contains`';
    case 'minContains':
      return `must contain at least ${counted(wanted, 'item')} of the kind under \`contains\``;
    case 'maxContains':
      return `must contain at most ${counted(wanted, 'item')} of the kind under \`contains\``;
    case 'pattern':
      return `must match the pattern ${shown(wanted)}`;
    case 'format':
      return `must be a valid ${shown(wanted)}`;
    case 'propertyNames':
      return 'has a name that is not allowed';
    case 'false':
      return 'is not allowed';
    default:
      return 'has a value that is not allowed';
  }
}

function oneOf(values: readonly Json[]): string {
  if (values.length === 1) return literalOf(values[0] ?? null);
  const rest = values.length - SHOWN_MAX;
  return `one of ${values.slice(0, SHOWN_MAX).map(literalOf).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** A number, a type's or format's name as it is; what a value must equal, as JSON. */
function shown(wanted: Json | undefined): string {
  return typeof wanted === 'string' ? cut(wanted) : literalOf(wanted ?? null);
}

function literalOf(value: Json): string {
  return cut(JSON.stringify(value));
}

function cut(text: string): string {
  return text.length > TEXT_MAX_CHARS ? `${text.slice(0, TEXT_MAX_CHARS).toWellFormed()}…` : text;
}

function counted(count: Json | undefined, unit: string): string {
  return `${shown(count)} ${unit}${count === 1 ? '' : 's'}`;
}

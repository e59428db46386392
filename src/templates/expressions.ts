// RFC 6570 expressions: `{x}`, `{?x,y}`, `{/x*}`, `{x:3}`. The package url-template expands them; what goes into it is
// made safe here: no prototypes, only text, lists of text and flat objects of text. Pure.
import { parseTemplate } from 'url-template';
import { type Arguments, type Json, type Parsed, parsed, problem, textOf } from './parameters.ts';
import { argument } from './slots.ts';

export interface Expression {
  readonly operator: '' | '+' | '.' | '/' | ';' | '?' | '&';
  readonly variables: readonly { readonly name: string; readonly explode: boolean; readonly lengthMax?: number }[];
}

/** As RFC 6570 2.3, but for `%` in names; `-`, `[` and `]` besides, which names in OpenAPI documents have. */
const VARIABLE = /^([\p{L}\p{N}_](?:[\p{L}\p{N}_.[\]-]*[\p{L}\p{N}_\]-])?)(?::([1-9][0-9]{0,3})|(\*))?$/u;

/** The text and the expressions of a URL, in order. A brace that opens or closes none is bad_template, so is `{#x}`. */
export function splitExpressions(url: string): Parsed<(string | Expression)[]> {
  const parts: (string | Expression)[] = [];
  for (const piece of url.split(/(\{[^{}]*\})/)) {
    if (piece.startsWith('{') && piece.endsWith('}')) {
      const expression = parseExpression(piece.slice(1, -1));
      if (!expression.ok) return expression;
      parts.push(expression.value);
    } else if (/[{}]/.test(piece)) {
      return problem('a brace in the URL belongs to no {expression}; write it as %7B or %7D');
    } else if (piece !== '') {
      parts.push(piece);
    }
  }
  return parsed(parts);
}

function parseExpression(inside: string): Parsed<Expression> {
  const [, operator = '', list = ''] = /^([+#./;?&]?)(.*)$/su.exec(inside) ?? [];
  if (operator === '#') return problem(`{${inside}} is a fragment, which is never sent`);
  const variables: Expression['variables'][number][] = [];
  for (const item of list.split(',')) {
    const [, name, length, star] = VARIABLE.exec(item) ?? [];
    if (name === undefined || name === '__proto__') return problem(`{${inside}} is no expression of RFC 6570`);
    if (/^[0-9]+$/.test(name)) return problem(`{${inside}}: a positional argument is written $${name}`);
    if (variables.some((other) => other.name === name)) return problem(`{${inside}} names ${name} twice`);
    variables.push({ name, explode: star !== undefined, ...(length === undefined ? {} : { lengthMax: Number(length) }) });
  }
  return parsed({ operator: operator as Expression['operator'], variables });
}

/**
 * The text of an expression: encoded as RFC 6570 3.2 says, `'` always. null, an empty list and an empty object count
 * as absent (2.3). Takes well-formed arguments.
 */
export function expandExpression(expression: Expression, args: Arguments): string {
  const context = Object.create(null) as Record<string, ContextValue>;
  for (const { name, lengthMax } of expression.variables) {
    const value = contextValue(argument(args, name), lengthMax);
    if (value !== undefined) context[name] = value;
  }
  // `{x:3}` was cut above: the package counts UTF-16 units and would cut a character in two.
  const list = expression.variables.map(({ name, explode }) => (explode ? `${name}*` : name)).join(',');
  return parseTemplate(`{${expression.operator}${list}}`).expand(context).replaceAll("'", '%27');
}

type ContextValue = string | string[] | Record<string, string>;

function contextValue(value: Json | undefined, lengthMax?: number): ContextValue | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object') {
    const text = textOf(value);
    return lengthMax === undefined
      ? text
      : Array.from(text.slice(0, lengthMax * 2))
          .slice(0, lengthMax)
          .join('');
  }
  if (Array.isArray(value)) {
    const items = value.filter((item) => item !== null).map(textOf);
    return items.length === 0 ? undefined : items;
  }
  const members = Object.entries(value).filter(([, member]) => member !== null);
  const flat = Object.create(null) as Record<string, string>;
  for (const [name, member] of members) flat[name] = textOf(member);
  return members.length === 0 ? undefined : flat;
}

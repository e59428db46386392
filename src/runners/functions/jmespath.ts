// JMESPath (jmespath.org, community edition) within bounds: a Worker cannot pre-empt an expression. Pure.
import { compile } from '@jmespath-community/jmespath';
import type { Json } from '../../templates/parameters.ts';
import { boundedInterpreter } from './jmespathBounds.ts';
import { TooCostly } from './jmespathWork.ts';
import { plainJson } from './plainJson.ts';

export const QUERY_CHARS_MAX = 4096;

export type QueryResult =
  | { readonly ok: true; readonly value: Json }
  /** `why` is a short code, `said` a sentence about the expression, never about the data's content alone. */
  | {
      readonly ok: false;
      readonly why: 'query_too_costly' | 'query_failed' | 'result_too_large' | 'result_too_deep' | 'result_not_json';
      readonly said: string;
    };

/** What is wrong with an expression; undefined where it is JMESPath of at most QUERY_CHARS_MAX characters. */
export function queryProblem(expression: string): string | undefined {
  if (expression.length > QUERY_CHARS_MAX) return `has more than ${QUERY_CHARS_MAX} characters`;
  try {
    compile(expression);
    return undefined;
  } catch (error) {
    return `is not JMESPath: ${messageOf(error)}`;
  }
}

/**
 * Evaluates an expression over data, within a bound of work and of result. The expression must have passed
 * queryProblem. Never throws: what an expression does wrong is a value.
 */
export function runQuery(data: Json, expression: string): QueryResult {
  let found: unknown;
  try {
    found = boundedInterpreter().search(compile(expression), data);
  } catch (error) {
    if (error instanceof TooCostly) return { ok: false, why: 'query_too_costly', said: 'The expression has too much work to do on this data.' };
    // The library throws for wrong types and arguments, and the engine where it nests too deeply.
    return { ok: false, why: 'query_failed', said: messageOf(error) };
  }
  const plain = plainJson(found ?? null);
  return plain.ok ? plain : { ok: false, why: `result_${plain.why}`, said: 'The expression gives a value that cannot be answered.' };
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 300);
}

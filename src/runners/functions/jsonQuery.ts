// fn `json_query`: JMESPath over a JSON value.
import { z } from 'zod';
import type { Json } from '../../templates/parameters.ts';
import { defineFunction } from './define.ts';
import { done, failed } from './outcome.ts';
import { anyJson } from './inputs.ts';
import { queryProblem, QUERY_CHARS_MAX, runQuery } from './jmespath.ts';
import { plainJson } from './plainJson.ts';

const NAME = 'json_query';

/** What a JMESPath expression finds in a value; null where it finds nothing. A text is read as JSON first. */
export const jsonQuery = defineFunction({
  name: NAME,
  summary: 'Selects from a JSON value with a JMESPath expression.',
  category: 'data',
  effect: 'read',
  input: z.strictObject({
    json: anyJson('The JSON value, or its text').refine((json) => dataOf(json) !== undefined, 'is not JSON, or nests too deeply'),
    query: z
      .string()
      .max(QUERY_CHARS_MAX)
      .superRefine((query, context) => {
        const message = queryProblem(query);
        if (message !== undefined) context.addIssue({ code: 'custom', message });
      })
      .describe('JMESPath expression'),
  }),
  async run({ json, query }) {
    const found = runQuery(dataOf(json) ?? null, query);
    return found.ok ? done(found.value) : failed(NAME, found.why, found.said);
  },
});

/** undefined: a text that is not JSON, or JSON that nests too deeply. */
function dataOf(json: Json): Json | undefined {
  if (typeof json !== 'string') return json;
  try {
    const plain = plainJson(JSON.parse(json));
    return plain.ok ? plain.value : undefined;
  } catch {
    return undefined;
  }
}

// The schema of a row in the document takes what the row takes, and nothing in it leads a reader elsewhere.
import { Validator, type Schema } from '@cfworker/json-schema';
import { describe, expect, it } from 'vitest';
import type { Json, JsonSchema } from '../../../src/templates/parameters.ts';
import { documentSchema } from '../../../src/projections/openapi/documentSchema.ts';
import { addRow, call } from '../../support/api.ts';

const takes = (schema: JsonSchema, value: Json) => new Validator(schema as Schema, '2020-12', false).validate(value).valid;

describe('a member that is required and not described', () => {
  it.each<[JsonSchema, Json[]]>([
    [
      {
        type: 'object',
        required: ['a'],
        properties: { b: {} },
        patternProperties: { '^a$': { type: 'string' } },
        additionalProperties: { type: 'integer' },
      },
      [{ a: 'x' }, { a: 1 }, { b: 1 }, { a: 'x', c: 'x' }, { a: 'x', c: 1 }],
    ],
    [{ type: 'object', required: ['a'], additionalProperties: false }, [{ a: 1 }, {}, { b: 1 }]],
    [{ type: 'object', required: ['a'], patternProperties: { a: {} }, additionalProperties: false }, [{ a: 1 }, {}, { b: 1, a: 1 }]],
    [{ type: 'object', required: ['a'], additionalProperties: { type: 'integer' } }, [{ a: 1 }, { a: 'x' }]],
    [
      { type: 'object', properties: { l: { type: 'array', prefixItems: [{ type: 'string' }], unevaluatedItems: false } } },
      [{ l: ['x'] }, { l: ['x', 1] }, { l: [1] }],
    ],
  ])('%j is judged as before', (schema, values) => {
    const said = documentSchema(schema, 'K').schema;
    expect(values.map((value) => takes(said, value))).toEqual(values.map((value) => takes(schema, value)));
  });
});

describe('a member $ref in a value', () => {
  it('is no reference, so it does not stand where a reader would follow it', async () => {
    const evil = { $ref: 'http://127.0.0.1:9/evil' };
    await addRow({
      key: 'REFS',
      type: 'http',
      target: 'POST https://tools.example/',
      content: '# WHAT: x',
      input_schema: {
        type: 'object',
        properties: { a: { type: 'object' }, b: { const: evil }, c: { enum: [evil, 1] }, d: { type: 'object', default: evil } },
      },
      examples: [{ a: evil }],
    });
    const { status, body } = await call('GET', '/openapi/directory.json?keys=REFS');
    expect(status).toBe(200);
    const references = Array.from(JSON.stringify(body).matchAll(/(?<!\\)"\$ref":"([^"]*)"/g), ([, reference]) => reference);
    expect(references.length).toBeGreaterThan(5);
    expect(references.filter((reference) => !reference?.startsWith('#/components/'))).toEqual([]);
  });
});

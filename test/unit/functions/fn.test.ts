// The runner of fn rows: template, input, bounds, value.
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../src/capability/canonicalJson.ts';
import type { FnCapability } from '../../../src/capability/model.ts';
import type { CallContext } from '../../../src/context.ts';
import { makeRedactor } from '../../../src/outbound/redact.ts';
import { makeFnRunner } from '../../../src/runners/fn.ts';
import { functionCatalogue } from '../../../src/runners/functions/catalogue.ts';
import type { Outcome } from '../../../src/runners/runner.ts';
import { parseJson } from '../../../src/templates/json.ts';
import type { Json, Parameter } from '../../../src/templates/parameters.ts';
import { AT } from './support.ts';

const SECRET = 'canary-5e1f0c2b9a7d4836';

interface Row {
  readonly name: string;
  readonly template?: string;
  readonly parameters?: readonly string[];
  readonly args?: { [name: string]: Json };
  readonly bindings?: Partial<typeof env>;
  readonly list?: () => Promise<never[]>;
}

function prepare({ name, template, parameters = [], args = {}, bindings = env, list = async () => [] }: Row) {
  const declared = parameters.map((parameter): Parameter => ({ name: parameter, required: false, rest: false }));
  const parsed = template === undefined ? undefined : parseJson(template, declared);
  if (parsed?.ok === false) throw new Error(parsed.problem.message);
  const fn = functionCatalogue.get(name) ?? { name, summary: '', effect: 'read', category: '', inputSchema: {} };
  const capability = { type: 'fn', fn, ...(parsed === undefined ? {} : { template: parsed.value }) } as unknown as FnCapability;
  const ctx = { now: () => AT, bindings, redactor: makeRedactor([SECRET]) } as unknown as CallContext;
  const runner = makeFnRunner({ listDirectory: list, listInvocations: list });
  return runner.prepare({ capability, args, ctx, invocation: 'inv_0' as never });
}

async function run(row: Row, signal = new AbortController().signal): Promise<Outcome> {
  const prepared = await prepare(row);
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.fault));
  return prepared.value.run(signal);
}

async function valueOf(row: Row) {
  const outcome = await run(row);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  return outcome.value;
}

describe('an fn row', () => {
  it('without template hands its arguments over by name', async () => {
    expect((await valueOf({ name: 'now', args: { zone: 'Asia/Tokyo' } })).data).toMatchObject({ zone: 'Asia/Tokyo' });
  });

  it('with a template fills the input in its order', async () => {
    const value = await valueOf({ name: 'json_query', template: '[{"a": $1}, "a[$2]"]', parameters: ['1', '2'], args: { 1: '[5,6]', 2: '1' } });
    expect(value).toEqual({ form: '6', data: 6 });
  });

  it('leaves the place of an absent optional item empty', async () => {
    const prepared = await prepare({ name: 'directory_list', template: '[$a, $b, $c]', parameters: ['a', 'b', 'c'], args: { c: 'words' } });
    expect(prepared).toMatchObject({ ok: true, value: { shape: { function: 'directory_list', arguments: { q: 'words', limit: 20 } } } });
  });

  it('answers a text as it is, and other JSON in RFC 8785 form', async () => {
    expect(await valueOf({ name: 'last_reply_of', args: { text: '{"b":1}' } })).toEqual({ form: '{"b":1}', text: '{"b":1}' });
    const { data, form } = await valueOf({ name: 'json_query', args: { json: { b: 1, a: [1.0, 'é'] }, query: '@' } });
    expect(form).toBe('{"a":[1,"é"],"b":1}');
    expect(form).toBe(canonicalJson(data ?? null));
  });

  it('answers well-formed text even where a function cut a pair', async () => {
    expect((await valueOf({ name: 'json_query', args: { json: ['😀'], query: "split([0], '')" } })).form).toBe('["\ufffd","\ufffd"]');
  });

  it('shows what would run, with defaults and without secrets', async () => {
    const prepared = await prepare({ name: 'template', args: { template: '{a}', values: { a: `x ${SECRET}` } } });
    expect(prepared).toMatchObject({ ok: true, value: { shape: { function: 'template', arguments: { template: '{a}' } } } });
    expect(JSON.stringify(prepared)).not.toContain(SECRET);
  });

  it('redacts its value and what a failure says', async () => {
    expect((await valueOf({ name: 'last_reply_of', args: { text: `a ${SECRET}` } })).form).not.toContain(SECRET);
    expect((await valueOf({ name: 'json_query', args: { json: { [SECRET]: SECRET }, query: '@' } })).form).not.toContain(SECRET);
    const failing = await run({ name: 'd1_query', args: { sql: `SELECT * FROM "${SECRET}"` } });
    expect(failing).toMatchObject({ ok: false, fault: { code: 'fn_failed' }, value: { text: expect.stringContaining('no such table') } });
    expect(JSON.stringify(failing)).not.toContain(SECRET);
  });
});

describe('an fn row is refused before anything runs', () => {
  it('where its input is not what the function takes, with all violations', async () => {
    expect(await prepare({ name: 'hash', args: { algorithm: 'md4', 'a/b~': 1 } })).toMatchObject({
      ok: false,
      fault: {
        code: 'invalid_argument',
        params: { pointer: '/text' },
        violations: [
          { pointer: '/text', message: 'is required' },
          { pointer: '/algorithm' },
          { pointer: '/a~1b~0', message: 'is not a parameter of this function' },
        ],
      },
    });
  });

  it('where its template has more items than the function takes', async () => {
    expect(await prepare({ name: 'now', template: '["UTC", 1]' })).toMatchObject({
      ok: false,
      fault: { code: 'invalid_argument', params: { pointer: '/1' } },
    });
  });

  it('where its template is no array', async () => {
    expect(await prepare({ name: 'now', template: '{"zone": "UTC"}' })).toMatchObject({ ok: false, fault: { code: 'fn_content_not_array' } });
  });

  it('where the function does not exist, or is only a name of every object', async () => {
    for (const name of ['nothing', 'constructor', '__proto__']) {
      expect(await prepare({ name })).toMatchObject({ ok: false, fault: { code: 'fn_unknown_target', params: { name } } });
    }
  });

  it('where its binding is missing', async () => {
    expect(await prepare({ name: 'kv_get', args: { key: 'a' }, bindings: {} })).toMatchObject({
      ok: false,
      fault: { code: 'fn_binding_missing', params: { name: 'DATA_KV' } },
    });
  });
});

describe('a running function', () => {
  it('ends promptly once the signal aborts, and its outcome is unknown where it changes something', async () => {
    const never = { put: () => new Promise(() => {}), get: () => new Promise(() => {}) } as unknown as KVNamespace;
    const timedOut = async (name: string, args: { [name: string]: Json }) => {
      const controller = new AbortController();
      const prepared = await prepare({ name, args, bindings: { DATA_KV: never } });
      if (!prepared.ok) throw new Error(prepared.fault.code);
      const running = prepared.value.run(controller.signal);
      controller.abort();
      return running;
    };
    expect(await timedOut('kv_get', { key: 'a' })).toEqual({
      ok: false,
      fault: { code: 'timed_out', params: { type: 'fn' } },
      warnings: [],
      outcomeUnknown: false,
    });
    expect(await timedOut('kv_put', { key: 'a', value: 'x' })).toMatchObject({ fault: { code: 'timed_out' }, outcomeUnknown: true });
  });

  it('does not start once the signal has aborted', async () => {
    await env.DATA_KV.put('kept', 'x');
    expect(await run({ name: 'kv_delete', args: { key: 'kept' } }, AbortSignal.abort())).toMatchObject({ ok: false, outcomeUnknown: false });
    expect(await env.DATA_KV.get('kept')).toBe('x');
  });

  it('throws a defect rather than calling it an outcome', async () => {
    const list = () => Promise.reject(new TypeError('defect'));
    await expect(run({ name: 'directory_list', list })).rejects.toThrow('defect');
  });

  it('reaches no binding of the system', async () => {
    const sees = await run({ name: 'd1_query', args: { sql: 'SELECT * FROM directory' } });
    expect(sees).toMatchObject({ ok: false, fault: { code: 'fn_failed' } });
  });
});

describe('the catalogue', () => {
  it('describes every function by a closed schema whose properties are its positions', () => {
    expect([...functionCatalogue.keys()]).toEqual([
      'now',
      'uuid',
      'hash',
      'json_query',
      'last_reply_of',
      'template',
      'kv_get',
      'kv_put',
      'kv_delete',
      'r2_get',
      'r2_put',
      'd1_query',
      'queue_send',
      'directory_list',
      'invocations_list',
    ]);
    for (const { name, summary, inputSchema } of functionCatalogue.values()) {
      expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false });
      expect(inputSchema).not.toHaveProperty('$schema');
      expect(summary).toMatch(/^[A-Z].*\.$/);
      for (const property of Object.values(inputSchema['properties'] as { [name: string]: Json })) expect(property).toHaveProperty('description');
    }
    expect(functionCatalogue.get('now')?.inputSchema).toEqual({
      type: 'object',
      properties: { zone: { type: 'string', maxLength: 64, default: 'UTC', description: 'IANA time zone, such as America/Los_Angeles' } },
      additionalProperties: false,
    });
    expect(Object.keys(functionCatalogue.get('json_query')?.inputSchema['properties'] as object)).toEqual(['json', 'query']);
  });

  it('declares what each function does to the world', () => {
    const effects = Object.fromEntries(
      [...functionCatalogue.values()].filter(({ effect }) => effect !== 'read').map(({ name, effect }) => [name, effect]),
    );
    expect(effects).toEqual({ kv_put: 'write', kv_delete: 'destructive', r2_put: 'write', queue_send: 'write' });
  });
});

// GET /api/dispatch?ask=: what the answer says to do does what the example says, whatever the arguments are.
import { describe, expect, it } from 'vitest';
import { addRow, call } from '../../support/api.ts';

const get = (query: string) => call('GET', `/api/dispatch${query}`);

describe('the best answer', () => {
  it.each([
    ['an argument left out before another', 'GAP', { b: 'z' }],
    ['a pipe inside an argument', 'PIPE', { a: 'x|y', b: 'z' }],
    ['a pipe inside an object', 'NESTED', { a: { k: 'v|w' }, b: 3 }],
    ['an empty argument', 'BLANK', { a: '', b: 'z' }],
    ['a number where a string may stand', 'UNION', { a: 3, b: '4' }],
  ])('says of an example with %s what sends just that', async (_, key, example) => {
    const string = { type: 'string' };
    const a = key === 'NESTED' ? { type: 'object' } : key === 'UNION' ? { type: ['string', 'number'] } : string;
    const input_schema = { type: 'object', properties: { a, b: key === 'NESTED' ? { type: 'number' } : string }, required: Object.keys(example) };
    await addRow({ key, type: 'http', target: 'POST https://tools.example/x', content: `# WHAT: ${key} it.`, input_schema, examples: [example] });
    const { best } = (await get(`?ask=${key}`)).body;
    expect(best).toMatchObject({ key, example_args: example });
    const [, json] = /^POST (\{.*\}) to http:\/\/localhost\/api\/dispatch /.exec(best.do) ?? [];
    expect((await call('POST', '/api/dispatch', { json: { ...JSON.parse(String(json)), shape: true } })).body).toMatchObject({
      ok: true,
      shape: { body: example },
    });
  });

  it('leaves a long example to the contract, and says so', async () => {
    await addRow({ key: 'LENGTHY', type: 'fn', target: 'hash', content: '# WHAT: Lengthy.', examples: [{ text: 'x'.repeat(500) }] });
    const { best } = (await get('?ask=lengthy')).body;
    expect(best).toMatchObject({ key: 'LENGTHY', example: null, example_args: null });
    expect(best.do).toContain('/api/dispatch?key=LENGTHY&full=1');
  });
});

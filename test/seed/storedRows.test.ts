// The rows that the seeds print, stored word for word, and what each does in this build.
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { addRow, call } from '../support/api.ts';
import { checkedReceipt, expectFailure } from './support.ts';

/** Host of the seed's own service, in whose place this service's own origin stands. */
const SELF = 'http://rowcall.test';

const SEED_ROWS = [
  {
    key: 'NOW',
    type: 'fn',
    target: 'now',
    auth: null,
    category: 'time',
    content:
      '# Return the current time from the build clock in Pacific time (America/Los_Angeles).\n# WHEN_TO_USE: any object or model that needs the current date or time.\n# ARGS: none\n# EX: [NOW][/NOW]\n# OUTPUT: { now, today, time, zone, iso } — Pacific-offset ISO; today is the Pacific calendar date.',
  },
  {
    key: 'GROK_MODELS',
    type: 'http',
    category: 'grok',
    auth: 'bearer:GROK_API_KEY',
    target: 'GET https://api.x.ai/v1/models',
    content:
      '# WHAT: List every model on the xAI API. No args\n# WHEN_TO_USE: you need to grok models\n# ARGS: see content\n# EX: [GROK_MODELS][/GROK_MODELS]\n# List every model on the xAI API. No args.',
  },
  {
    key: 'PROMPT_LAB_AGENT',
    type: 'agent',
    target: 'grok-4.3',
    auth: 'bearer:GROK_API_KEY',
    content: 'You are a friendly peptide concierge (LAB TEST v1). One warm sentence,\nthen end with [REPLY]your text[/REPLY].',
  },
  {
    key: 'BLOOIO_FINISH',
    type: 'flow',
    target: '',
    content:
      '# Phase C of the inbound turn: given the full agent output text in $1, extract the\n#   LAST [REPLY], send via blooio to $2, return the send result.\n# $1=agent output text. $2=recipient phone.\nLAST_REPLY_OF: $1\n> SEND_BY_CHANNEL: blooio|$2|$PREV',
  },
  {
    key: 'AIG_LIST',
    type: 'http',
    target: 'GET https://api.cloudflare.com/client/v4/accounts/$1/ai-gateway/gateways',
    auth: 'bearer:CLOUDFLARE_API_TOKEN',
    content: '# WHAT: List AI Gateways on the account\n# WHEN_TO_USE: you need to aig list\n# ARGS: account_id\n# EX: [AIG_LIST][/AIG_LIST]',
    category: null,
    planner_rank: 100,
    enabled: 1,
    planner_visible: 1,
    input_schema: null,
  },
  {
    key: 'DIR_PATCH',
    type: 'http',
    target: `PATCH ${SELF}/api/directory/$1`,
    content: '# ARGS: key | json_body\n# EX: [DIR_PATCH]ROUTER|{"content":"new prompt text"}[/DIR_PATCH]\n$2+',
  },
  { key: 'NOW_LATER', type: 'fn', target: 'now', content: '# WHAT: The time, asked for later.', runner: 'queue' },
  { key: 'FINISH_DURABLY', type: 'flow', target: '', content: '# WHAT: Two steps, each durable.\nNOW:\n> NOW:', runner: 'workflow' },
  { key: 'SEARCH_DOCS', type: 'http', target: 'MCP https://mcp.example.com/mcp#search', content: '# WHAT: Searches the documentation.' },
];

describe.each(SEED_ROWS)('the row $key', (row) => {
  it('is stored as it is printed and reads back so', async () => {
    const stored = await call('POST', '/api/directory', { json: row });
    expect(stored.body).toMatchObject({ ok: true, key: row.key });
    expect(stored.status).toBe(201);
    const read = await call('GET', `/api/directory/${row.key}`);
    expect(read.body).toMatchObject(row);
    const again = await call('PUT', `/api/directory/${row.key}`, { json: read.body });
    expect(again.body).toMatchObject({ ok: true, version: 1 });
  });
});

describe('what runs', () => {
  it('NOW gives the time under the names that its OUTPUT line promises', async () => {
    const before = Date.now();
    const { body } = await call('POST', '/api/dispatch', { json: { key: 'NOW', body: '' } });
    expect(body).toMatchObject({ ok: true, ran: true, proof: { ok: true, did: 'DONE — NOW' } });
    const time = JSON.parse(body.result);
    expect(Object.keys(time).toSorted()).toEqual(['iso', 'now', 'time', 'today', 'zone']);
    expect(Math.abs(Date.parse(time.iso) - before)).toBeLessThan(60_000);
  });

  it('GROK_MODELS without its key shows a request without headers, and fires nothing', async () => {
    const { status, body } = await call('POST', '/api/dispatch', { json: { key: 'GROK_MODELS', body: '', shape: true } });
    expect(status).toBe(200);
    expect(body).toEqual({
      ok: true,
      ran: false,
      key: 'GROK_MODELS',
      shape: { method: 'GET', url: 'https://api.x.ai/v1/models', headers: {}, body: null },
    });
  });

  it('AIG_LIST puts an account id into one path segment, whatever it holds', async () => {
    const { body } = await call('POST', '/api/dispatch', { json: { key: 'AIG_LIST', body: 'a/b|c', shape: true } });
    expect(body.shape.url).toBe('https://api.cloudflare.com/client/v4/accounts/a%2Fb%7Cc/ai-gateway/gateways');
  });
});

describe('what this build has no runner for', () => {
  it.each([
    ['PROMPT_LAB_AGENT', 'agent'],
    ['BLOOIO_FINISH', 'flow'],
    ['FINISH_DURABLY', 'workflow'],
    ['SEARCH_DOCS', 'mcp'],
  ])('%s is refused by name, with a receipt that nothing ran', async (key, runner) => {
    const refused = await call('POST', '/api/dispatch', { json: { key, body: '' } });
    await expectFailure(refused, { status: 501, error: `runner_unavailable:${runner}`, ran: false, receipt: 'REFUSED' });
    expect(await checkedReceipt(refused.body.proof.invocation_id)).toMatchObject({ key, input: null, output: null, upstream_status: null });
  });
});

describe('NOW_LATER', () => {
  it('is accepted, runs soon, and its receipt has the result', async () => {
    const accepted = await call('POST', '/api/dispatch', { json: { key: 'NOW_LATER', body: '' } });
    expect(accepted.status).toBe(202);
    expect(accepted.body).toMatchObject({ ok: true, ran: false, queued: true, proof: { did: 'QUEUED — NOW_LATER', status: 'QUEUED' } });
    const { body } = await call('GET', `/api/receipts/${accepted.body.proof.invocation_id}?wait=20`);
    expect(body).toMatchObject({ key: 'NOW_LATER', runner: 'queue', status: 'PROVEN_MATERIAL_RESULT', ran: true, ok: true });
  });
});

describe('DIR_PATCH', () => {
  const patch = (body: string) => call('POST', '/api/dispatch', { json: { key: 'DIR_PATCH', body } });
  const contentOf = async (key: string) => (await call('GET', `/api/directory/${key}`)).body.content as string;
  /** The receipts of the calls that an invocation made. */
  const childrenOf = async (id: string) => Promise.all((await checkedReceipt(id)).children.map((child: string) => checkedReceipt(child)));

  beforeAll(() => addRow({ key: 'ROUTER', type: 'fn', target: 'now', content: '# WHAT: before' }));

  it('edits another row as its caller, and a pipe in the new text arrives intact', async () => {
    const { status, body } = await patch('ROUTER|{"content":"# WHAT: a|b"}');
    expect(body).toMatchObject({ ok: true, ran: true, proof: { ok: true } });
    expect(status).toBe(200);
    expect(JSON.parse(body.result.replace('HTTP 200:', ''))).toMatchObject({ ok: true, key: 'ROUTER', version: 2 });
    expect(await contentOf('ROUTER')).toBe('# WHAT: a|b');
    const history = await call('GET', '/api/directory/ROUTER/history');
    expect(history.body.items[0]).toMatchObject({
      version: 1,
      actor: 'owner',
      changes: expect.arrayContaining([expect.objectContaining({ field: 'content', to: '# WHAT: a|b' })]),
    });
    expect(await checkedReceipt(body.proof.invocation_id)).toMatchObject({ input: { 1: 'ROUTER', 2: '{"content":"# WHAT: a|b"}' }, effect: 'write' });
  });

  it('says the upstream’s refusal where the edit breaks a rule, and the row stays', async () => {
    const refused = await patch('ROUTER|{"content":""}');
    await expectFailure(refused, { status: 502, error: 'ERR:http:422', ran: true, receipt: 'PROVEN_FAILURE' });
    expect(refused.body.result).toContain('registry_hygiene_refused: missing_description');
    expect(await contentOf('ROUTER')).toBe('# WHAT: a|b');
  });

  it('cannot leave its path: a key with slashes is one segment', async () => {
    const unknown = await patch('ROUTER/NOW|{"enabled":0}');
    await expectFailure(unknown, { status: 502, error: 'ERR:http:404', ran: true, receipt: 'PROVEN_FAILURE' });
    const refused = await patch('ROUTER/../NOW|{"enabled":0}');
    await expectFailure(refused, { status: 422, error: 'bad_path_segment:1', ran: false, receipt: 'REFUSED' });
    expect((await call('GET', '/api/directory/NOW')).body.enabled).toBe(1);
  });

  it('cannot be made to do more by arguments that are no JSON', async () => {
    const refused = await patch('ROUTER|not json');
    expect(refused.body).toMatchObject({ ok: false, error: 'ERR:http:400' });
    expect(await contentOf('ROUTER')).toBe('# WHAT: a|b');
  });

  it('is refused to whoever may not invoke, and changes nothing', async () => {
    const refused = await call('POST', '/api/dispatch', { json: { key: 'DIR_PATCH', body: 'ROUTER|{"enabled":0}' }, headers: {} });
    await expectFailure(refused, { status: 401, error: 'unauthorized', ran: false });
    expect((await call('GET', '/api/directory/ROUTER')).body.enabled).toBe(1);
  });

  it('a row that calls a row leaves two receipts in one trace, the nested one under its parent', async () => {
    await addRow({
      key: 'CALL_A_ROW',
      type: 'http',
      target: `POST ${SELF}/api/invoke`,
      content: '# WHAT: Calls another row.\n{"key": "$1", "body": "$2"}',
    });
    const { body } = await call('POST', '/api/dispatch', { json: { key: 'CALL_A_ROW', body: 'DIR_PATCH|ROUTER' } });
    expect(body).toMatchObject({ ok: false, error: 'ERR:http:422' });
    const [child, ...others] = await childrenOf(body.proof.invocation_id);
    expect(others).toEqual([]);
    expect(child).toMatchObject({ key: 'DIR_PATCH', parent: body.proof.invocation_id, trace: body.trace, actor: 'owner', status: 'REFUSED' });
  });

  it('a nested edit shares the trace of its root and does not outgrow its effect', async () => {
    await addRow({
      key: 'PATCH_BY_ROW',
      type: 'http',
      target: 'POST /api/invoke',
      content: '# WHAT: Edits by another row.\n{"key": "DIR_PATCH", "args": ["ROUTER", "$1"]}',
    });
    const edited = await call('POST', '/api/dispatch', { json: { key: 'PATCH_BY_ROW', body: '{"content":"# WHAT: c"}' } });
    expect(edited.body).toMatchObject({ ok: true, ran: true });
    expect(await contentOf('ROUTER')).toBe('# WHAT: c');
    const [child] = await childrenOf(edited.body.proof.invocation_id);
    expect(child).toMatchObject({
      key: 'DIR_PATCH',
      trace: edited.body.trace,
      parent: edited.body.proof.invocation_id,
      status: 'PROVEN_MATERIAL_RESULT',
    });

    await addRow({
      key: 'SEEMS_TO_READ',
      type: 'http',
      target: 'POST /api/invoke',
      effect: 'read',
      content: '# WHAT: Says it reads.\n{"key": "DIR_PATCH", "args": ["ROUTER", "$1"]}',
    });
    const stopped = await call('POST', '/api/dispatch', { json: { key: 'SEEMS_TO_READ', body: '{"content":"# WHAT: d"}' } });
    expect(stopped.body).toMatchObject({ ok: false, error: 'ERR:http:403' });
    expect(stopped.body.result).toContain('effect_not_allowed:write');
    expect(await contentOf('ROUTER')).toBe('# WHAT: c');
  });
});

it('a row may name its own service by any of its addresses, and no request leaves for it', async () => {
  for (const [key, target] of [
    ['OWN_ORIGIN', `GET ${SELF}/health`],
    ['OWN_HOST', 'GET http://localhost/health'],
    ['OWN_PATH', 'GET /health'],
  ] as const) {
    await addRow({ key, type: 'http', target });
    expect((await call('POST', '/api/invoke', { json: { key } })).body).toMatchObject({ ok: true, data: { ok: true, database: 'ok' } });
  }
  expect(env.TEST_UPSTREAM).not.toContain('rowcall.test');
});

// What those see who have no credential, where the catalogue is public; and that nothing is public where it is not.
import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../support/api.ts';
import { expectProblem } from '../../support/problems.ts';
import { workerWith } from '../../support/worker.ts';
import { createRow, getRow } from './rows.ts';

const ANYBODY = {};
/** Stands in everything that is not for the public. */
const HIDDEN = 'not-for-the-public';

const http = {
  type: 'http',
  target: `POST https://${HIDDEN}.example.com/${HIDDEN}`,
  auth: 'headers:{"x-not-for-the-public":"$UPSTREAM_KEY"}',
  content: `# WHAT: Shown.\n# EX: shown\n{"a": "${HIDDEN} $1"}`,
  examples: ['shown'],
};
const schema = { type: 'object', properties: { text: { type: 'string' } } };

beforeAll(async () => {
  await createRow({ key: 'SEEN_HTTP', ...http });
  await createRow({ key: 'SEEN_FN', type: 'fn', target: 'hash', content: `# WHAT: Shown.\n["${HIDDEN}"]` });
  await createRow({ key: 'SEEN_AGENT', type: 'agent', target: '@cf/a', content: `# WHAT: Shown.\n${HIDDEN}` });
  await createRow({ key: 'SEEN_PROMPT', type: 'agent', target: '@cf/a', content: `# RULES: ${HIDDEN}\n${HIDDEN}` });
  await createRow({
    key: 'SEEN_SENSITIVE',
    type: 'fn',
    target: 'hash',
    sensitive: 1,
    input_schema: schema,
    content: `# WHAT: Shown.\n# EX: ${HIDDEN}\n# ${HIDDEN}\n# ARGS: text`,
    examples: [{ text: HIDDEN }],
  });
  await createRow({ key: 'UNSEEN_DISABLED', ...http, enabled: 0 });
  await createRow({ key: 'UNSEEN_UNPLANNED', ...http, planner_visible: 0 });
  await createRow({ key: 'UNSEEN_OWNERS', ...http, owner_only: 1 });
});

const SEEN = ['SEEN_AGENT', 'SEEN_FN', 'SEEN_HTTP', 'SEEN_PROMPT', 'SEEN_SENSITIVE'];

describe('anybody, where the catalogue is public,', () => {
  it('lists the rows that are for the public and no other, by any filter', async () => {
    for (const query of ['', '?limit=500', '?q=SEEN', '?enabled=0', '?enabled=1', '?type=http']) {
      const { body } = await call('GET', `/api/directory${query}`, { headers: ANYBODY });
      const keys = (body.items as { key: string }[]).map(({ key }) => key);
      expect(keys.filter((key) => !SEEN.includes(key))).toEqual([]);
      expect(body.count).toBe(keys.length);
    }
    expect((await call('GET', '/api/directory', { headers: ANYBODY })).body.items.map(({ key }: { key: string }) => key)).toEqual(SEEN);
  });

  it('numbers them among themselves: no gap tells of the others', async () => {
    const { body } = await call('GET', '/api/directory', { headers: ANYBODY });
    expect(body.items.map(({ row_num }: { row_num: number }) => row_num)).toEqual([1, 2, 3, 4, 5]);
  });

  it('sees no target, auth, payload, prompt, nor examples of a sensitive row', async () => {
    const listing = await call('GET', '/api/directory', { headers: ANYBODY });
    expect(JSON.stringify(listing.body.items)).not.toContain(HIDDEN);
    for (const key of SEEN) {
      const { status, body } = await getRow(key, ANYBODY);
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toContain(HIDDEN);
      expect(Object.keys(body as object)).not.toContain('target');
      expect(Object.keys(body as object)).not.toContain('auth');
    }
    expect((await getRow('SEEN_HTTP', ANYBODY)).body).toMatchObject({ content: '# WHAT: Shown.\n# EX: shown', examples: ['shown'] });
    expect((await getRow('SEEN_SENSITIVE', ANYBODY)).body).toMatchObject({
      content: '# WHAT: Shown.\n# ARGS: text',
      examples: null,
      input_schema: schema,
    });
  });

  it.each(['UNSEEN_DISABLED', 'UNSEEN_UNPLANNED', 'UNSEEN_OWNERS'])('cannot tell %s from a key that has no row', async (key) => {
    const [hidden, absent] = [await getRow(key, ANYBODY), await getRow('UNSEEN_ABSENT', ANYBODY)];
    expectProblem(hidden, 404, 'unknown_key');
    // The nearest keys depend on what was asked, and are among those that may be seen.
    expect({ ...hidden.body, did_you_mean: [] }).toEqual({ ...absent.body, did_you_mean: [] });
    for (const { body } of [hidden, absent]) expect(JSON.stringify(body)).not.toContain('UNSEEN_');
  });

  it('reads no history, block, receipt or artifact, and runs nothing', async () => {
    for (const path of [
      '/api/directory/SEEN_FN/history',
      '/api/blocks/TONE',
      `/api/receipts/inv_${'0'.repeat(32)}`,
      `/api/artifacts/${'a'.repeat(64)}`,
      `/api/dispatch?receipt=inv_${'0'.repeat(32)}`,
    ]) {
      expectProblem(await call('GET', path, { headers: ANYBODY }), 401, 'unauthorized');
    }
    for (const [path, json] of [
      ['/api/invoke', { key: 'SEEN_FN' }],
      ['/api/invoke/SEEN_FN', { body: 'a' }],
      ['/api/dispatch', { key: 'SEEN_FN' }],
      ['/api/batch', { calls: [{ key: 'SEEN_FN' }] }],
    ] as const) {
      expectProblem(await call('POST', path, { headers: ANYBODY, json }), 401, 'unauthorized');
    }
  });
});

describe('anybody, where the catalogue is not public,', () => {
  it.each([undefined, 'false', '', 'yes', 'TRUE', '1'])('sees nothing (PUBLIC_READ=%s)', async (value) => {
    const worker = workerWith({ PUBLIC_READ: value });
    for (const path of ['/api/directory', '/api/directory/SEEN_FN', '/api/directory/NOT_THERE'])
      expectProblem(await worker('GET', path, { headers: ANYBODY }), 401, 'unauthorized');
    expect((await worker('GET', '/api/directory')).status).toBe(200);
  });
});

describe('without an owner key', () => {
  it.each([
    ['unset', undefined],
    ['short', 'a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d'],
    ['known', 'change-me-change-me-change-me-change-me'],
    ['regular', 'ab'.repeat(32)],
  ])('(%s) nothing that needs the owner is possible, and the answer says why', async (_, key) => {
    const worker = workerWith({ TERMINAL_KEY: key, PUBLIC_READ: 'false' });
    const presented = { 'x-terminal-key': key ?? 'x' };
    for (const headers of [ANYBODY, presented]) {
      const answered = await worker('POST', '/api/invoke', { headers, json: { key: 'SEEN_FN' } });
      expectProblem(answered, 503, 'owner_key_not_configured');
      expect(answered.body.detail).toContain('TERMINAL_KEY');
      if (key !== undefined) expect(JSON.stringify(answered.body)).not.toContain(key);
    }
    expectProblem(await worker('GET', '/health', { headers: ANYBODY }), 503, 'not_ready');
  });
});

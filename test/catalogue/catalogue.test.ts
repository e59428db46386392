// The starter catalogue: every row is one that a stranger can find, read and call.
import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '../support/api.ts';

interface StarterRow {
  readonly key: string;
  readonly type: string;
  readonly target: string;
  readonly content: string;
  readonly category: string;
  readonly auth?: string;
  readonly examples: readonly unknown[];
}

const files = import.meta.glob<StarterRow[]>('../../catalogue/*.json', { eager: true, import: 'default' });
const rows = Object.values(files).flat();
const named = rows.map((row) => [row.key, row] as const);
const warnings = new Map<string, string[]>();

beforeAll(async () => {
  for (const row of rows) {
    const { status, body } = await call('POST', '/api/directory', { json: row });
    if (status !== 201) throw new Error(`${row.key}: ${JSON.stringify(body)}`);
    warnings.set(row.key, body.warnings);
  }
});

/** A call with an example as its arguments. */
const asCall = (row: StarterRow, example: unknown) => ({ key: row.key, ...(typeof example === 'string' ? { body: example } : { args: example }) });

describe('the starter catalogue', () => {
  it('has a row for each key, and one category for each file', () => {
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
    for (const [file, of] of Object.entries(files))
      expect(of.map(({ category }) => `${category}.json`)).toEqual(of.map(() => file.split('/').at(-1)));
    expect(rows.length).toBeGreaterThanOrEqual(60);
  });

  describe.each(named)('%s', (_, row) => {
    it('says in one line what it is for, when to use it, and how people ask for it', () => {
      const lines = row.content.split('\n');
      expect(lines[0]).toMatch(/^# WHAT: .{10,112}$/);
      expect(lines.filter((line) => line.startsWith('# ASK: ')).length).toBeGreaterThanOrEqual(3);
      for (const head of ['# WHEN_TO_USE: ', '# OUTPUT: ']) expect(row.content).toContain(head);
      expect(row.examples.length).toBeGreaterThan(0);
    });

    it('is taken without a warning but that of a missing credential', () => {
      expect(warnings.get(row.key)?.filter((warning) => !warning.startsWith('credential_missing:'))).toEqual([]);
    });

    it('makes a whole request of each example', async () => {
      for (const example of row.examples) {
        const { status, body } = await call('POST', '/api/invoke', { json: { ...asCall(row, example), shape: true } });
        const told = body.violations?.map(({ message }: { message: string }) => message);
        const missing = status === 422 && String(body.error).startsWith('credential_missing');
        // A row that writes is not shaped without its credential; it is named.
        if (missing) expect(row.auth).toContain(String(body.params.name));
        else {
          expect([status, told, body.error]).toEqual([200, undefined, undefined]);
          expect(decodeURIComponent(JSON.stringify(body.shape).replaceAll('%', '%25'))).not.toMatch(/\$\w|\{[?&]/);
        }
      }
    });

    it('is among the five that its own sample questions find', async () => {
      for (const line of row.content.split('\n').filter((one) => one.startsWith('# ASK: '))) {
        const { body } = await call('GET', `/api/resolve?ask=${encodeURIComponent(line.slice(7))}`);
        expect([line, body.candidates.map(({ key }: { key: string }) => key)]).toEqual([line, expect.arrayContaining([row.key])]);
      }
    });
  });

  const own = named.filter(([, { type, target }]) => type === 'fn' || /^[A-Z]+ \//.test(target));
  it.each(own)('%s runs', async (_, row) => {
    await call('POST', '/api/invoke', { json: { key: 'KV_PUT', body: 'settings|kept' } });
    await call('POST', '/api/invoke', { json: { key: 'R2_PUT', body: 'report.txt|Hello' } });
    const receipt = (await call('POST', '/api/invoke', { json: { key: 'UUID' } })).body.proof.invocation_id as string;
    const example = row.key === 'RECEIPT_CONFIRM' ? receipt : row.examples[0];
    const { status, body } = await call('POST', '/api/invoke', { json: asCall(row, example) });
    expect([row.key, status, body.error]).toEqual([row.key, 200, undefined]);
    expect(body.proof.status).toMatch(/^PROVEN_(?:MATERIAL|EMPTY)_RESULT$/);
  });

  it('answers “what time is it” with NOW, beside TIME_NOW', async () => {
    const { body } = await call('GET', '/api/resolve?ask=what%20time%20is%20it');
    const keys = body.candidates.map(({ key }: { key: string }) => key);
    expect(keys[0]).toBe('NOW');
    expect(keys).toContain('TIME_NOW');
  });

  it.each([
    ['how hot is it in Madrid right now', 'WEATHER_NOW'],
    ['do I need an umbrella tomorrow', 'WEATHER_FORECAST'],
    ['how much is 20 euros in yen', 'CURRENCY_CONVERT'],
    ['open an issue on github about the crash', 'GITHUB_CREATE_ISSUE'],
    ['text the team on slack that we deployed', 'SLACK_POST_MESSAGE'],
    ['who was Marie Curie', 'WIKIPEDIA_SUMMARY'],
    ['give me a random unique identifier', 'UUID'],
    ['sha256 of hello world', 'HASH'],
    ['latitude and longitude of Timbuktu', 'GEOCODE'],
    ['is left-pad vulnerable', 'VULNERABILITIES'],
    ['bitcoin price', 'CRYPTO_PRICE'],
    ['bank holidays in Ireland 2027', 'PUBLIC_HOLIDAYS'],
  ])('finds for “%s” %s among the first three', async (ask, key) => {
    const { body } = await call('GET', `/api/resolve?limit=3&ask=${encodeURIComponent(ask)}`);
    expect(body.candidates.map((candidate: { key: string }) => candidate.key)).toContain(key);
  });
});

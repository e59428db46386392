// Both OpenAPI documents under the validators that others use: the typed routes as committed, and the rows with the starter
// catalogue, 1,842 real tool definitions and rows that nobody would write on purpose.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addRows, OWNER, startProduct, type Product } from '../../bench/product.ts';
import { readTools, toolRows } from '../../bench/toolRows.ts';
import { readCatalogue } from '../../scripts/seed.ts';
import { NASTY_ROWS } from '../support/nastyRows.ts';
import { ROOT } from './startedRowcall.ts';

interface Document {
  readonly paths: Record<
    string,
    Record<string, { operationId: string; responses: Record<string, { content?: Record<string, { example?: unknown }> }> }>
  >;
}

/** Spectral takes a minute and a half of one core for two thousand operations. */
const LINT_MS_MAX = 900_000;

const fromTools = createRequire(join(ROOT, 'test/tools/package.json'));
let folder: string;
let product: Product;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rowcall-openapi-'));
  product = await startProduct();
});
afterAll(async () => {
  await product.stop();
  await rm(folder, { recursive: true, force: true });
});

/** What a command prints; findings make it fail, which is no error here. */
function output(command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [fromTools.resolve(command), ...args], { cwd: ROOT, maxBuffer: 1 << 28 }, (error, stdout, stderr) =>
      stdout === '' && error !== null ? reject(new Error(stderr)) : resolve(stdout),
    );
  });
}

async function findingsOfRedocly(file: string): Promise<unknown[]> {
  const text = await output('@redocly/cli/bin/cli.js', ['lint', '--format=json', '--max-problems=1000', '--config=openapi/redocly.yaml', file]);
  return (JSON.parse(text) as { problems: unknown[] }).problems;
}

async function findingsOfSpectral(file: string): Promise<unknown[]> {
  const text = await output('@stoplight/spectral-cli/dist/index.js', ['lint', '-f', 'json', '-F', 'hint', '-r', 'openapi/spectral.yaml', file]);
  return JSON.parse(text.slice(text.indexOf('['), text.lastIndexOf(']') + 1)) as unknown[];
}

async function findingOfSwaggerParser(file: string): Promise<unknown> {
  const { default: parser } = (await import(fromTools.resolve('@apidevtools/swagger-parser'))) as {
    default: { validate: (path: string) => Promise<unknown> };
  };
  return parser.validate(file).then(
    () => undefined,
    (error: unknown) => String(error),
  );
}

async function expectNoFindings(file: string): Promise<void> {
  expect(await findingOfSwaggerParser(file)).toBeUndefined();
  expect(await findingsOfRedocly(file)).toEqual([]);
  expect(await findingsOfSpectral(file)).toEqual([]);
}

describe('the document of the typed routes', () => {
  const file = join(ROOT, 'openapi/openapi.json');

  it('has no finding under swagger-parser, redocly and spectral', () => expectNoFindings(file), LINT_MS_MAX);

  it('is served as it is committed', async () => {
    expect(await (await fetch(`${product.url}/openapi.json`)).text()).toBe(await readFile(file, 'utf8'));
  });

  it('shows an example of every JSON answer', async () => {
    const { paths } = JSON.parse(await readFile(file, 'utf8')) as Document;
    for (const item of Object.values(paths))
      for (const { operationId, responses } of Object.values(item))
        for (const [status, { content }] of Object.entries(responses))
          expect([operationId, status, content?.['application/json'] === undefined || content['application/json'].example !== undefined]).toEqual([
            operationId,
            status,
            true,
          ]);
  });

  it('is true of what a GET with a body is answered, which fetch cannot send', async () => {
    const { paths } = JSON.parse(await readFile(file, 'utf8')) as Document;
    for (const path of Object.keys(paths).filter((each) => paths[each]?.['get'] !== undefined)) {
      const address = `${product.url}${path.replaceAll(/\{\w+\}/g, 'NOW')}`;
      expect([path, await statusOfGet(address, 'x=1', 'text/plain')]).toEqual([path, 415]);
      expect([path, await statusOfGet(address, JSON.stringify({ later: 'x'.repeat(1_048_576) }), 'application/json')]).toEqual([path, 413]);
    }
  });
});

function statusOfGet(address: string, body: string, type: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(
      address,
      { method: 'GET', agent: false, headers: { 'content-type': type, 'content-length': Buffer.byteLength(body) } },
      (response) => {
        resolve(response.statusCode);
        response.destroy();
      },
    );
    // The answer may come, and the connection end, before all of the body is sent.
    sent.on('error', reject);
    sent.end(body);
  });
}

it(
  'the document of the rows has no finding under swagger-parser, redocly and spectral',
  async () => {
    const starters = await readCatalogue(join(ROOT, 'catalogue'));
    const tools = toolRows(await readTools(join(ROOT, 'bench/data/mcp/pool.jsonl'))).rows;
    await addRows(product, starters);
    await addRows(product, tools);
    const database = await product.database();
    await database.batch(
      NASTY_ROWS.map((row) =>
        database
          .prepare(
            `INSERT INTO directory (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
              .map(() => '?')
              .join(', ')})`,
          )
          .bind(...Object.values(row)),
      ),
    );
    const text = await (await fetch(`${product.url}/openapi/directory.json`, { headers: OWNER })).text();
    const { paths } = JSON.parse(text) as Document;
    // A key that is none cannot be called, so it is no operation.
    const keys = new Set([...starters, ...tools, ...NASTY_ROWS].map(({ key }) => String(key)).filter((key) => /^[A-Z0-9_]+$/.test(key)));
    expect(new Set(Object.values(paths).map(({ post }) => post?.operationId))).toEqual(keys);
    expect(Object.keys(paths)).toHaveLength(keys.size);
    const file = join(folder, 'rows.json');
    await writeFile(file, text);
    await expectNoFindings(file);
  },
  LINT_MS_MAX,
);

// A client with the types of openapi-typescript; the other generators have their own run, `npm run test:clients`.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientSuite } from '../clients/clientSuite.ts';
import { startService, type Service } from '../clients/service.ts';
import { cleanUp, ROOT } from './startedRowcall.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(cleanUp);

clientSuite({ program: 'openapiFetch', section: 'openapi-typescript and openapi-fetch', tools: 'test/tools' }, () => service);

it('the document that clients are made of is the committed one', async () => {
  const served = await (await fetch(`${service.address}/openapi.json`)).json();
  expect(served).toEqual(JSON.parse(await readFile(join(ROOT, 'openapi/openapi.json'), 'utf8')));
});

// Clients of the heavier generators, by `npm run test:clients`.
import { afterAll, beforeAll } from 'vitest';
import { cleanUp } from '../node/startedRowcall.ts';
import { clientSuite } from './clientSuite.ts';
import { startService, type Service } from './service.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(cleanUp);

clientSuite({ program: 'heyApi', section: '@hey-api/openapi-ts', tools: 'test/clients' }, () => service);
clientSuite({ program: 'orval', section: 'orval', tools: 'test/clients' }, () => service);

import { exports } from 'cloudflare:workers';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';

it('runs in workerd against a migrated D1', async () => {
  expect(await (await exports.default.fetch('http://x/')).text()).toBe('not built yet');
  expect(await (await fetch(`${env.TEST_UPSTREAM}/echo`)).json()).toMatchObject({ method: 'GET' });
  await expect(env.DB.prepare("INSERT INTO ledger VALUES (7,'INVOKE','x','','{}')").run()).rejects.toThrow(/next one/);
});

import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { makeOutboundService } from './scripts/outbound.ts';
import { signingKeys } from './scripts/signingKeys.ts';
import { testNames } from './test/support/names.ts';

/** The owner key of the tests; long and irregular, as the service demands. */
const OWNER_KEY = 'test-owner-7f3b9c1e5d8a2640b7e9c3f1a5d80264';

/** The same guard before outbound traffic that `npm start` has. */
const outbound = makeOutboundService(['127.0.0.1', 'localhost'], testNames);

const insideWorkerd = {
  plugins: [
    cloudflareTest(async ({ inject }) => ({
      main: './src/index.ts',
      wrangler: { configPath: './wrangler.jsonc' },
      remoteBindings: false,
      miniflare: {
        outboundService: { node: outbound.node },
        bindings: {
          TEST_MIGRATIONS: await readD1Migrations('./drizzle'),
          TEST_UPSTREAM: inject('upstream'),
          TERMINAL_KEY: OWNER_KEY,
          PUBLIC_READ: 'true',
          ORIGIN: 'http://rowcall.test',
          ALLOWED_HOSTS: 'localhost,127.0.0.1',
          ALLOW_PRIVATE_HOSTS: '127.0.0.1,localhost',
          OUTBOUND_NONCE: outbound.nonce,
          ...signingKeys(),
          UPSTREAM_KEY: 'canary-5e1f0c2b9a7d4836',
          // Other requests of test/routes/fuzz.test.ts, and more of them.
          ...fuzzSettings(),
        },
      },
    })),
  ],
  test: {
    name: 'workerd',
    // A slow or shared machine is no failure: a test that hangs still ends.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    globalSetup: ['./test/support/upstream.ts'],
    setupFiles: ['./test/support/migrate.ts'],
    include: ['test/**/*.test.ts'],
    exclude: ['test/tools/**', 'test/clients/**', 'test/node/**'],
  },
};

function fuzzSettings(): Record<string, string> {
  const { FUZZ_SEED, FUZZ_FACTOR } = process.env;
  return { ...(FUZZ_SEED === undefined ? {} : { FUZZ_SEED }), ...(FUZZ_FACTOR === undefined ? {} : { FUZZ_FACTOR }) };
}

export default defineConfig({
  test: {
    projects: [insideWorkerd, './vitest.node.config.ts'],
    reporters: ['default', './test/support/plainReporter.ts'],
  },
});

import type { Bindings } from '../../src/env.ts';

declare global {
  namespace Cloudflare {
    interface Env extends Bindings {
      DB: D1Database;
      DATA_DB: D1Database;
      DATA_KV: KVNamespace;
      DATA_BUCKET: R2Bucket;
      ARTIFACTS: R2Bucket;
      TEST_MIGRATIONS: { name: string; queries: string[] }[];
      /** Base URL of the real HTTP server on loopback that tests call (test/support/upstream.ts). */
      TEST_UPSTREAM: string;
      TERMINAL_KEY: string;
      /** Of the fuzz (test/routes/fuzz.test.ts), where they are given. */
      FUZZ_SEED?: string;
      FUZZ_FACTOR?: string;
    }
    interface GlobalProps {
      mainModule: typeof import('../../src/index.ts');
    }
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    upstream: string;
  }
}

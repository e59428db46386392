// `npm run test:clients`: clients made by the generators of test/clients, against the started product.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'clients',
    include: ['test/clients/*.test.ts'],
    reporters: ['default', './test/support/plainReporter.ts'],
    // Generous, because a loaded machine is slow and no test here measures time.
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});

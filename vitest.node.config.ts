// Tests of what runs in plain Node: scripts, lint rules, the started product.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'node',
    include: ['test/node/**/*.test.ts'],
    // Generous, because a loaded machine is slow and no test here measures time.
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});

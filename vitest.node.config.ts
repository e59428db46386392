// Tests of what runs in plain Node: scripts, lint rules, the started product.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'node',
    include: ['test/node/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

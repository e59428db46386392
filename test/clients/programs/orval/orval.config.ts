import { defineConfig } from 'orval';

const mutator = { path: './rowcallFetch.ts', name: 'rowcallFetch' };

export default defineConfig({
  rowcall: { input: 'openapi.json', output: { target: 'rowcall.ts', client: 'fetch', override: { mutator } } },
  rows: {
    input: 'directory.json',
    // Each function has the key of its row as its name.
    output: { target: 'rows.ts', client: 'fetch', override: { mutator, operationName: ({ operationId }) => String(operationId) } },
  },
});

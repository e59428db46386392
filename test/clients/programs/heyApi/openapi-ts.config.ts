import { defineConfig } from '@hey-api/openapi-ts';

// With `.ts` in the imports Node runs the client as it is.
const module = { extension: '.ts' };

export default defineConfig([
  { input: 'openapi.json', output: { path: 'rowcall', module }, logs: { file: false } },
  { input: 'directory.json', output: { path: 'rows', module }, logs: { file: false } },
]);

// `import text from './file?raw'` in esbuild, as Vite has it: the file as a string.
import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

const SUFFIX = /\?raw$/;

export const rawText: Plugin = {
  name: 'raw-text',
  setup(build) {
    build.onResolve({ filter: SUFFIX }, ({ path, resolveDir }) => ({
      namespace: 'raw-text',
      path: createRequire(join(resolveDir, 'file.js')).resolve(path.replace(SUFFIX, '')),
    }));
    build.onLoad({ filter: /.*/, namespace: 'raw-text' }, async ({ path }) => ({
      loader: 'text',
      contents: await readFile(path),
      watchFiles: [path],
    }));
  },
};

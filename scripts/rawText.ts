// `import text from 'package/file?raw'` in esbuild: the file as a string, as vite has it by itself.
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import type { Plugin } from 'esbuild';

const SUFFIX = /\?raw$/;

/** The file is found as any import is; its text stands in the bundle, byte for byte. */
export const rawText: Plugin = {
  name: 'raw-text',
  setup(build) {
    build.onResolve({ filter: SUFFIX }, async ({ path, importer, resolveDir, kind }) => {
      const found = await build.resolve(path.replace(SUFFIX, ''), { importer, resolveDir, kind });
      if (found.errors.length > 0) return { errors: found.errors };
      // The name in source maps is the same wherever the checkout stands.
      return { path: relative(build.initialOptions.absWorkingDir ?? '', found.path), namespace: 'raw-text', pluginData: found.path };
    });
    build.onLoad({ filter: /.*/, namespace: 'raw-text' }, async ({ pluginData }) => ({
      contents: await readFile(pluginData as string, 'utf8'),
      loader: 'text',
    }));
  },
};

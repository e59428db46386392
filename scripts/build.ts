// Bundles the Worker to dist/worker.js: the bytes that `npm start` runs and `wrangler deploy` ships.
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { isMain } from './isMain.ts';
import { rawText } from './rawText.ts';

/** The folder of the project. */
export const ROOT = dirname(import.meta.dirname);

export interface BuiltWorker {
  readonly path: string;
  readonly bytes: number;
  readonly gzipBytes: number;
}

/** Bundles src/index.ts into `outfile` (ESM, one file, with a source map beside it). Throws where the source does not build. */
export async function buildWorker(outfile = join(ROOT, 'dist/worker.js')): Promise<BuiltWorker> {
  const result = await build({
    absWorkingDir: ROOT,
    entryPoints: ['src/index.ts'],
    outfile,
    bundle: true,
    plugins: [rawText],
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:*', 'node:*'],
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx',
    define: { 'process.env.NODE_ENV': '"production"' },
    // Names stay readable in stack traces and logs; the size that matters is the gzipped one.
    minify: true,
    keepNames: true,
    sourcemap: 'linked',
    legalComments: 'none',
    logLevel: 'warning',
  });
  const code = result.outputFiles.find((file) => file.path.endsWith('.js'));
  if (code === undefined) throw new Error('esbuild returned no code');
  await mkdir(dirname(outfile), { recursive: true });
  await Promise.all(result.outputFiles.map((file) => replaceFile(file.path, file.contents)));
  return { path: code.path, bytes: code.contents.byteLength, gzipBytes: gzipSync(code.contents).byteLength };
}

/** A reader of the file sees the old bytes or the new ones, never half: two builds may run at once. */
async function replaceFile(path: string, contents: Uint8Array): Promise<void> {
  const temporary = `${path}.${process.pid}`;
  await writeFile(temporary, contents);
  await rename(temporary, path);
}

if (isMain(import.meta)) {
  const built = await buildWorker();
  const kibibytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`;
  console.log(`dist/worker.js: ${kibibytes(built.bytes)}, ${kibibytes(built.gzipBytes)} gzipped`);
}

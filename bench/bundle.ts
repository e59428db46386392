import { build } from 'esbuild';
import { ROOT } from '../scripts/build.ts';

/** Bundles a Worker of the benches as the product is bundled. */
export async function bundle(entry: string, outfile: string): Promise<void> {
  await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    target: 'es2024',
    minify: true,
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:workers'],
  });
}

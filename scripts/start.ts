// `npm start`: builds the Worker, migrates and seeds its local database, and serves it until Ctrl-C.
import { buildWorker } from './build.ts';
import { orExit, refused } from './checked.ts';
import { localSetup, prepareDatabase } from './localSetup.ts';
import { makeLocalWorker } from './localWorker.ts';
import { forgetRuntime, rememberRuntime, watchSpawn } from './runtime.ts';
import { welcome } from './welcome.ts';

const setup = orExit(await localSetup(process.env));
const { port, state, text, config } = setup;
/** When the first signal to stop came. */
let stoppingSince: number | undefined;

console.log('Building, then applying migrations and the starter rows …');
const { path: script } = await buildWorker();
const { value: worker, runtime } = await watchSpawn(async () => {
  const miniflare = await makeLocalWorker({ script, port, storage: state.storage, text, allowPrivateHosts: config.allowPrivateHosts });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // Miniflare's own listener ends the process at once and with an error status.
    process.removeAllListeners(signal);
    process.on(signal, () => void stop(miniflare));
  }
  await miniflare.ready;
  return miniflare;
});
if (runtime !== undefined) {
  await rememberRuntime(state.runtimeFile, runtime);
  runtime.once('exit', () => setTimeout(endWithRuntime, 500));
}
await prepareDatabase(worker, setup);
console.log(welcome({ address: `http://localhost:${port}`, seed: setup.seed, keyFile: setup.keyFile }));

/** Without its runtime this process serves nothing. Ctrl-C reaches the runtime too, hence the moment's grace before this. */
function endWithRuntime(): void {
  if (stoppingSince === undefined) orExit(refused('the Workers runtime ended unexpectedly.'));
}

/** Ends the Worker and this process; a later signal ends it at once. npm passes Ctrl-C on, so the same one comes twice. */
async function stop(miniflare: { dispose(): Promise<void> }): Promise<void> {
  const SAME_SIGNAL_MS = 1000;
  if (stoppingSince !== undefined && Date.now() - stoppingSince < SAME_SIGNAL_MS) return;
  if (stoppingSince !== undefined) process.exit(130);
  stoppingSince = Date.now();
  await miniflare.dispose().catch((error: unknown) => console.error(error));
  await forgetRuntime(state.runtimeFile);
  process.exit(0);
}

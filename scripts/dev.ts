// `npm run dev`: wrangler dev, which builds again on every change of src/. Local and offline, on the state of `npm start`;
// slower than `npm start` and without its guard before outbound requests.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildWorker, ROOT } from './build.ts';
import { orExit } from './checked.ts';
import { localSetup, prepareDatabase } from './localSetup.ts';
import { makeLocalWorker } from './localWorker.ts';
import { welcome } from './welcome.ts';

const setup = orExit(await localSetup(process.env));
const { port, state, text } = setup;

// The database is made ready before wrangler opens it.
const { path: script } = await buildWorker();
const once = await makeLocalWorker({ script, port: 0, storage: state.storage, text, allowPrivateHosts: [] });
await prepareDatabase(once, setup);
await once.dispose();

console.log(welcome({ address: `http://localhost:${port}`, seed: setup.seed, keyFile: setup.keyFile }));
const wrangler = spawn(
  process.execPath,
  [join(ROOT, 'node_modules/wrangler/bin/wrangler.js'), 'dev', '--local', '--ip=127.0.0.1', `--port=${port}`, `--persist-to=${setup.stateDir}`],
  // Wrangler hands its own environment to the Worker as secrets, so it gets what it needs to run and nothing besides.
  { cwd: ROOT, stdio: 'inherit', env: { ...toolEnvironment(), ...text, CLOUDFLARE_INCLUDE_PROCESS_ENV: 'true' } },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.removeAllListeners(signal);
  process.on(signal, () => wrangler.kill(signal));
}
wrangler.once('exit', (code) => process.exit(code ?? 0));

function toolEnvironment(): Record<string, string | undefined> {
  const names = ['PATH', 'HOME', 'TERM', 'TMPDIR', 'CI', 'NO_COLOR', 'FORCE_COLOR', 'APPDATA', 'LOCALAPPDATA', 'SystemRoot', 'USERPROFILE'];
  return {
    ...Object.fromEntries(names.map((name) => [name, process.env[name]])),
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    WRANGLER_SEND_METRICS: 'false',
  };
}

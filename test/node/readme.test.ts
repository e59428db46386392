// Runs the calls of the README as they stand there and compares what comes back with what the README shows.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { SETTING_NAMES } from '../../src/env.ts';
import { runShell } from './shell.ts';
import { cleanUp, end, newStateDir, ROOT, start } from './startedRowcall.ts';

afterAll(cleanUp);

const readme = await readFile(join(ROOT, 'README.md'), 'utf8');

/** A ```sh block with the ```json block that follows it. */
const CALLS = Array.from(readme.matchAll(/```sh\n([^`]+)```\n\n```json\n([\s\S]+?)\n```/g), ([, command, answer]) => ({
  command: String(command),
  answer: JSON.parse(String(answer)) as unknown,
}));

/** What differs from run to run. */
const VOLATILE = new Set(['trace', 'invocation_id', 'public_receipt', 'now', 'today', 'time', 'iso', 'updated_at', 'ask_id']);

function steady(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (name, member: unknown) => (VOLATILE.has(name) ? typeof member : member)));
}

it('every call of the README answers what the README shows', async () => {
  expect(CALLS.length).toBeGreaterThanOrEqual(4);
  const stateDir = await newStateDir();
  const rowcall = await start({ STATE_DIR: stateDir });
  for (const { command, answer } of CALLS) {
    const local = command.replaceAll('http://localhost:8787', rowcall.address).replaceAll('.rowcall/', `${stateDir}/`);
    expect(steady(JSON.parse(await runShell(local))), command).toEqual(steady(answer));
  }
  await end(rowcall, 'SIGTERM');
});

it('the table of settings names every setting, and no other', () => {
  const section = /## Settings([\s\S]+?)\n## /.exec(readme)?.[1] ?? '';
  const named = Array.from(section.matchAll(/^\| `(\w+)`/gm), ([, name]) => String(name));
  expect(named.toSorted()).toEqual([...SETTING_NAMES, 'PORT', 'STATE_DIR', 'SEED'].toSorted());
});

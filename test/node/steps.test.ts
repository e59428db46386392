// What a caller reads from a question to a proven result stays short, with the starter catalogue.
import { afterAll, expect, it } from 'vitest';
import { countSteps } from '../../bench/countSteps.ts';
import { cleanUp, newStateDir, start } from './startedRowcall.ts';

const OWNER_KEY = 'Vq7-tR2mXc9bLw4KzHf6Jd8sYp3NgAe5';

afterAll(cleanUp);

it('the four steps for NOW take at most 3,700 bytes, resolve and invoke alone at most 1,300', async () => {
  const { address } = await start({ STATE_DIR: await newStateDir(), TERMINAL_KEY: OWNER_KEY });
  const { 'typed routes': steps = [] } = await countSteps(address, OWNER_KEY);
  const bytes = (names: readonly string[]) => steps.filter(({ name }) => names.includes(name)).reduce((sum, step) => sum + step.bytes, 0);
  expect(steps.map(({ name }) => name)).toEqual(['resolve', 'contract', 'invoke', 'confirmation']);
  expect(bytes(['resolve', 'contract', 'invoke', 'confirmation'])).toBeLessThanOrEqual(3_700);
  expect(bytes(['resolve', 'invoke'])).toBeLessThanOrEqual(1_300);
});

// The owner key of a local Rowcall: from TERMINAL_KEY, or made once and kept in the state folder.
import { randomBytes } from 'node:crypto';
import { checked, refused, type Checked } from './checked.ts';
import { problemWithOwnerKey } from './settings.ts';
import { KEY_FILE, type StateDir } from './stateDir.ts';

const ADVICE = 'An owner key is 32 characters or more, random';

/** The key of the environment; undefined where it has none, an error where the Worker would refuse it. */
export function givenOwnerKey(key: string | undefined): Checked<string | undefined> {
  if (key === undefined || key === '') return checked(undefined);
  const problem = problemWithOwnerKey(key);
  return problem === undefined ? checked(key) : refused(`${problem}. ${ADVICE}; unset TERMINAL_KEY to have one made.`);
}

/** The key kept in the state folder, made the first time; an error where somebody wrote an unusable one there. */
export async function keptOwnerKey(state: StateDir): Promise<Checked<string>> {
  const key = await state.keep(KEY_FILE, newOwnerKey);
  const problem = problemWithOwnerKey(key);
  return problem === undefined ? checked(key) : refused(`${problem} (in ${state.keyFile}). ${ADVICE}; delete the file to have one made.`);
}

/** 32 random bytes; drawn again in the unlikely case that the Worker would refuse them. */
function newOwnerKey(): string {
  for (;;) {
    const key = randomBytes(32).toString('base64url');
    if (problemWithOwnerKey(key) === undefined) return key;
  }
}

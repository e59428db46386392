// What the scripts return where something expected can go wrong: a sentence for the person at the terminal.

export type Checked<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

export function checked<T>(value: T): Checked<T> {
  return { ok: true, value };
}

export function refused(problem: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem };
}

/** The value, or the end of the process: one line on stderr and exit status 1. */
export function orExit<T>(result: Checked<T>): T {
  if (result.ok) return result.value;
  console.error(`rowcall: ${result.problem}`);
  process.exit(1);
}

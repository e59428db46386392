// What `npm start` prints once it serves. The owner key itself is never printed. Pure.

export interface Welcome {
  readonly address: string;
  readonly seed: 'starter' | 'none';
  /** undefined: the key came from the environment. */
  readonly keyFile: string | undefined;
}

/** The address, where the owner key is, and a first call to paste into a POSIX shell; it stands alone on the last line. */
export function welcome({ address, seed, keyFile }: Welcome): string {
  const key = keyFile === undefined ? '$TERMINAL_KEY' : `$(cat ${shellWord(keyFile)})`;
  const call =
    seed === 'starter'
      ? `curl -s ${address}/api/invoke -H "x-terminal-key: ${key}" -H 'content-type: application/json' -d '{"key":"NOW"}'`
      : `curl -s ${address}/api/directory -H "x-terminal-key: ${key}"`;
  return [`Rowcall is ready: ${address}`, `Owner key: ${keyFile ?? 'as given in TERMINAL_KEY'}`, 'First call:', `  ${call}`].join('\n');
}

/** Quoted for use inside double quotes and `$(…)`, where single quotes start afresh. */
function shellWord(text: string): string {
  return /^[\w./@%+:,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

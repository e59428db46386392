// Every request of the generated clients: where the service is, and the key.

export async function rowcallFetch<T>(path: string, options: RequestInit): Promise<T> {
  const headers = new Headers(options.headers);
  headers.set('x-terminal-key', process.env.ROWCALL_KEY ?? '');
  const answer = await fetch(new URL(path, process.env.ROWCALL_URL ?? 'http://localhost:8787'), { ...options, headers });
  const isJson = /\bjson\b/.test(answer.headers.get('content-type') ?? '');
  return { data: isJson ? await answer.json() : await answer.text(), status: answer.status, headers: answer.headers } as T;
}

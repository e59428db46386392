import type { IncomingMessage, ServerResponse } from 'node:http';

/** `/echo…` answers with method, url, headers and body as JSON; `/status/NNN` with that status. */
export async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString('utf8');
  const path = new URL(request.url ?? '/', 'http://upstream').pathname;
  const status = /^\/status\/(\d{3})/.exec(path)?.[1];
  response.statusCode = status === undefined ? 200 : Number(status);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ method: request.method, url: request.url, headers: request.headers, body }));
}

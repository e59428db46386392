// The API that the rows of ci.test.ts call, on loopback; it also stands in for a service that is not Rowcall.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The paths that were asked for, in order. */
export const asked: string[] = [];

/** An API with a health check that works, and some that do not; and a service that is not Rowcall. */
export function answer(request: IncomingMessage, response: ServerResponse): void {
  const path = String(request.url);
  asked.push(path);
  if (path === '/up') response.writeHead(200, { 'content-type': 'application/json' }).end('{"up":true}');
  else if (path === '/empty') response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
  else if (path === '/down') response.writeHead(500, { 'content-type': 'text/plain' }).end('out of order');
  else if (path === '/slow') setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{"slow":true}'), 3_000);
  else if (path === '/hang') return;
  else if (path === '/cut' || path.startsWith('/cut/')) request.socket.destroy();
  else if (path.startsWith('/elsewhere/')) response.writeHead(302, { location: '/' }).end();
  else response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome</p>');
}

/** The address on which it now listens, on any free port. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

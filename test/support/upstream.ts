// A real HTTP server on loopback that the rows of the tests call. It echoes what it got, and misbehaves on request.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { answer } from './upstreamAnswers.ts';

export default async function startUpstream(project: TestProject): Promise<() => Promise<void>> {
  // What it cannot answer (a status 099, `/bytes/x`) is a connection that breaks off.
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  project.provide('upstream', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
}

// Finds out before the Worker starts whether its port can be had, so that the message is ours.
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { checked, refused, type Checked } from './checked.ts';

/** The port itself where nothing listens on it on loopback; any free one for 0. Waits `graceMs` for one that is just being given up. */
export async function freePort(wanted: number, graceMs: number): Promise<Checked<number>> {
  const until = performance.now() + graceMs;
  for (;;) {
    const port = await tryPort(wanted);
    if (port.ok || performance.now() >= until) return port;
    await pause(50);
  }
}

async function tryPort(wanted: number): Promise<Checked<number>> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      resolve(
        refused(taken ? `port ${wanted} is taken. Choose another one: PORT=8788 npm start` : `port ${wanted} cannot be used: ${error.message}`),
      );
    });
    probe.listen(wanted, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(checked(port)));
    });
  });
}

import dns from 'node:dns/promises';
import type { Resolve } from '../../scripts/outbound.ts';

/** Names that behave as a hostile or broken resolver would; every other name is looked up. */
const NAMES: Readonly<Record<string, () => ReturnType<Resolve>>> = {
  'to-loopback.example': async () => [{ address: '127.0.0.1', family: 4 }],
  'to-mapped.example': async () => [{ address: '::ffff:7f00:1', family: 6 }],
  'to-metadata.example': async () => [{ address: '169.254.169.254', family: 4 }],
  'public-and-private.example': async () => [
    { address: '93.184.215.14', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ],
  'nowhere.example': () => Promise.reject(new Error('ENOTFOUND')),
  'never.example': () => new Promise(() => undefined),
};

export const testNames: Resolve = (host) => (Object.hasOwn(NAMES, host) ? NAMES[host]?.() : undefined) ?? dns.lookup(host, { all: true });

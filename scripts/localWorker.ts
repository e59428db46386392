// The built Worker in Miniflare, with the bindings that wrangler.jsonc declares. No internet is needed.
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { ROOT } from './build.ts';
import { makeOutboundService } from './outbound.ts';

export interface LocalWorkerOptions {
  readonly script: string;
  readonly port: number;
  /** Where D1, KV, R2 and Durable Objects live. */
  readonly storage: string;
  readonly text: Readonly<Record<string, string>>;
  /** Private hosts that rows may call, as ALLOW_PRIVATE_HOSTS names them. */
  readonly allowPrivateHosts: readonly string[];
}

interface WranglerConfig {
  readonly compatibility_date: string;
  readonly compatibility_flags?: string[];
  readonly d1_databases?: { binding: string; preview_database_id: string }[];
  readonly kv_namespaces?: { binding: string; preview_id: string }[];
  readonly r2_buckets?: { binding: string; bucket_name: string }[];
  readonly queues?: {
    producers?: { binding: string; queue: string }[];
    consumers?: { queue: string; max_batch_size: number; max_batch_timeout: number; max_retries: number }[];
  };
  readonly durable_objects?: { bindings: { name: string; class_name: string }[] };
}

/** A Miniflare that listens on 127.0.0.1; await its `ready`. Every outbound request passes the guard of outbound.ts. */
export async function makeLocalWorker(options: LocalWorkerOptions): Promise<Miniflare> {
  // Miniflare otherwise asks the internet for what `request.cf` should hold.
  process.env.CLOUDFLARE_CF_FETCH_ENABLED ??= 'false';
  const config = parseJsonc(await readFile(join(ROOT, 'wrangler.jsonc'), 'utf8')) as WranglerConfig;
  const outbound = makeOutboundService(options.allowPrivateHosts, undefined, options.port);
  return new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: options.port,
      cf: false,
      telemetry: { enabled: false },
      resourcePersistencePath: options.storage,
      workers: [
        {
          name: 'rowcall',
          modules: [{ type: 'ESModule', path: options.script }],
          modulesRoot: dirname(options.script),
          compatibilityDate: config.compatibility_date,
          compatibilityFlags: config.compatibility_flags ?? [],
          ...resources(config),
          // The nonce lets the Worker tell the guard's own answers from an upstream's.
          bindings: { ...options.text, OUTBOUND_NONCE: outbound.nonce },
          outboundService: { node: outbound.node },
        },
      ],
    }),
  );
}

/** Local names are the preview ids: they stay when the ids of a deployed database are filled in. */
function resources(config: WranglerConfig) {
  return {
    d1Databases: Object.fromEntries((config.d1_databases ?? []).map((item) => [item.binding, item.preview_database_id])),
    kvNamespaces: Object.fromEntries((config.kv_namespaces ?? []).map((item) => [item.binding, item.preview_id])),
    r2Buckets: Object.fromEntries((config.r2_buckets ?? []).map((item) => [item.binding, item.bucket_name])),
    durableObjects: Object.fromEntries(
      (config.durable_objects?.bindings ?? []).map((item) => [item.name, { className: item.class_name, useSQLite: true }]),
    ),
    queueConsumers: Object.fromEntries(
      (config.queues?.consumers ?? []).map((item) => [
        item.queue,
        { maxBatchSize: item.max_batch_size, maxBatchTimeout: item.max_batch_timeout, maxRetries: item.max_retries },
      ]),
    ),
    queueProducers: Object.fromEntries((config.queues?.producers ?? []).map((item) => [item.binding, { queueName: item.queue }])),
  };
}

/** JSON with comments and trailing commas, as wrangler reads it. */
export function parseJsonc(text: string): unknown {
  const uncommented = text.replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, string: string | undefined) => string ?? '');
  return JSON.parse(uncommented.replace(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, (_, string: string | undefined) => string ?? ''));
}

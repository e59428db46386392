// Where things are read from: files, and a service by HTTP.
import { readFile } from 'node:fs/promises';
import type { Json } from './canonicalJson.ts';
import { objectOf } from './receipt.ts';
import { Undecided } from './verdict.ts';

const TIMEOUT_MS = 30_000;
const PAGE = 500;

export async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new Undecided(`${path} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}.`);
  }
}

/** The text at an address of the service. Throws Undecided where it does not answer with a success. */
export async function fetchText(base: string, path: string, key?: string): Promise<string> {
  const url = new URL(path, base.endsWith('/') ? base : `${base}/`).href;
  let response: Response;
  let text: string;
  try {
    const headers: Record<string, string> = key === undefined ? {} : { 'x-terminal-key': key };
    response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    text = await response.text();
  } catch {
    throw new Undecided(`${url} does not answer.`);
  }
  if (response.ok) return text;
  throw new Undecided(`${url} answers ${response.status}${detailOf(text)}`);
}

function detailOf(text: string): string {
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown };
    return typeof detail === 'string' ? `: ${detail}` : '.';
  } catch {
    return '.';
  }
}

/** The entries of a log in pages, from the service that keeps it. */
export async function* fetchLog(base: string, key: string | undefined): AsyncGenerator<readonly Json[]> {
  for (let after: Json | undefined = 0; typeof after === 'number';) {
    const path = `api/ledger?limit=${PAGE}&after=${after}`;
    const page = objectOf(await fetchText(base, path, key), `${base} ${path}`);
    yield itemsOf(page['items'], path);
    after = page['next_after'];
  }
}

/** The same from a file: one page as the service gives it, or one on each line. */
export async function* readLog(path: string): AsyncGenerator<readonly Json[]> {
  const text = await readText(path);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const isWhole = lines.length === 1 || !lines.every((line) => line.startsWith('{') && line.trimEnd().endsWith('}'));
  for (const page of isWhole ? [text] : lines) yield itemsOf(objectOf(page, path)['items'], path);
}

function itemsOf(items: Json | undefined, where: string): readonly Json[] {
  if (!Array.isArray(items)) throw new Undecided(`${where} is no page of a log.`);
  return items as readonly Json[];
}

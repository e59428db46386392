import type { IncomingMessage, ServerResponse } from 'node:http';
import { createGzip, gzipSync } from 'node:zlib';

interface Asked {
  readonly request: IncomingMessage;
  readonly body: string;
  readonly query: URLSearchParams;
  /** What follows the name of the answer in the path. */
  readonly rest: string;
}

type Answer = (response: ServerResponse, asked: Asked) => void;

const MEBIBYTE = 1024 * 1024;

/** How often `/fire/name` was asked, by name. */
const fired = new Map<string, number>();

/** Connections that `/hang` and its kin hold open right now. */
let held = 0;

/**
 * `/echo…` answers with method, url, headers and body as JSON; `/status/NNN` with that status; a path below whose first
 * part is the name of an answer misbehaves as that answer says.
 */
export async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://upstream');
  const [, name = '', rest = ''] = /^\/([^/]*)\/?(.*)$/.exec(pathname) ?? [];
  const special = Object.hasOwn(ANSWERS, name) ? ANSWERS[name] : undefined;
  (special ?? echo)(response, { request, body: Buffer.concat(chunks).toString('utf8'), query: searchParams, rest });
}

function echo(response: ServerResponse, asked: Asked): void {
  response.setHeader('content-type', 'application/json');
  response.end(echoed(asked));
}

const ANSWERS: Readonly<Record<string, Answer>> = {
  status: (response, asked) => {
    response.statusCode = Number(/^\d{3}/.exec(asked.rest)?.[0] ?? 200);
    echo(response, asked);
  },
  /** `/redirect/307?to=…`: the Location is `to` as it stands. */
  redirect: (response, { rest, query }) => {
    response.writeHead(Number(rest) || 302, { location: query.get('to') ?? '', 'content-type': 'text/plain' });
    response.end('moved');
  },
  /** `/chain/3` leads over three redirects to the echo. */
  chain: (response, asked) => {
    const left = Number(asked.rest);
    if (left === 0) return echo(response, asked);
    response.writeHead(302, { location: `/chain/${left - 1}` });
    response.end();
  },
  loop: (response, { rest }) => {
    response.writeHead(302, { location: rest === 'a' ? '/loop/b' : '/loop/a' });
    response.end();
  },
  /** A binary body under a content type that holds the credential. */
  typed: (response, { request, query }) => {
    const token = (
      request.headers.authorization?.split(' ').at(-1) ??
      request.headers['x-api-key']?.toString() ??
      query.get('to') ??
      query.get('value') ??
      'none'
    )
      .toLowerCase()
      .replace(/[^a-z0-9.+-]/g, '');
    response.writeHead(200, { 'content-type': `application/${token}` });
    response.end(Buffer.from([0, 255, 254, 0]));
  },
  /** No answer at all. */
  hang: (response) => hold(response),
  'hang-body': (response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.write('so far');
    hold(response);
  },
  /** One byte at a time, without end. */
  trickle: (response) => {
    const timer = setInterval(() => response.write('.'), 10);
    response.once('close', () => clearInterval(timer));
    hold(response);
  },
  /** `/fire/name`: is counted, and answered after a moment, with `?status=`, or not at all with `?then=reset`. */
  fire: (response, { rest, query }) => {
    fired.set(rest, (fired.get(rest) ?? 0) + 1);
    if (query.get('then') === 'reset') return void response.destroy();
    response.writeHead(Number(query.get('status') ?? 200), { 'content-type': 'application/json' });
    setTimeout(() => response.end(JSON.stringify({ fired: fired.get(rest) })), 50);
  },
  /** `/fired/name`: how often. */
  fired: (response, { rest }) => void response.end(String(fired.get(rest) ?? 0)),
  /** How many connections hang right now. */
  held: (response) => void response.end(String(held)),
  /** `/bytes/1000`, without content-length. */
  bytes: (response, { rest }) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    writeZeros(response, Number(rest));
  },
  gzip: (response, asked) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.end(gzipSync(echoed(asked)));
  },
  /** `/bomb/64`: so many MiB of zeros, compressed to a thousandth. */
  bomb: (response, { rest }) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    const gzip = createGzip();
    gzip.pipe(response);
    response.once('close', () => gzip.destroy());
    gzip.on('error', () => undefined);
    writeZeros(gzip, Number(rest) * MEBIBYTE);
  },
  /** Every byte value once. */
  binary: (response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    response.end(Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)));
  },
  /** The echo, three bytes a chunk. */
  split: (response, asked) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const text = Buffer.from(echoed(asked));
    for (let at = 0; at < text.length; at += 3) response.write(text.subarray(at, at + 3));
    response.end();
  },
  /** `/spelled/base64`: the Authorization header, spelled so, in body, a header and the status text. */
  spelled: (response, { request, rest }) => {
    const secret = request.headers.authorization ?? '';
    const spelled = (SPELLINGS[rest] ?? ((text: string) => text))(secret);
    response.writeHead(200, spelled, { 'content-type': 'text/plain', 'x-echo': spelled });
    response.end(`before ${spelled} after`);
  },
  /** Promises 100 bytes and ends after ten. */
  cut: (response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('0123456789', () => response.destroy());
  },
  reset: (response) => void response.destroy(),
  /** `/header/x-a?value=…`: one response header. */
  header: (response, { rest, query }) => {
    response.setHeader(rest, query.get('value') ?? '');
    response.end('ok');
  },
};

const SPELLINGS: Readonly<Record<string, (text: string) => string>> = {
  percent: (text) => Array.from(new Uint8Array(Buffer.from(text)), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  json: (text) => Array.from(text, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  html: (text) => Array.from(text, (char) => `&#x${char.charCodeAt(0).toString(16)};`).join(''),
  base64: (text) => Buffer.from(text).toString('base64'),
  base64url: (text) => Buffer.from(`x${text}`).toString('base64url'),
};

function echoed({ request, body }: Asked): string {
  return JSON.stringify({ method: request.method, url: request.url, headers: request.headers, body });
}

function hold(response: ServerResponse): void {
  held += 1;
  response.once('close', () => (held -= 1));
}

/** As fast as the other side takes them, and no longer than it does. */
function writeZeros(stream: NodeJS.WritableStream, length: number): void {
  const block = Buffer.alloc(Math.min(length, MEBIBYTE));
  let left = length;
  const more = () => {
    while (left > 0) {
      const size = Math.min(left, block.length);
      left -= size;
      if (!stream.write(block.subarray(0, size))) return void stream.once('drain', more);
    }
    stream.end();
  };
  more();
}

// The setting ALLOW_PRIVATE_HOSTS: private hosts that the owner opens by name, as `host` or `host:port`. Pure.

/** What the setting opens for one URL. */
export interface Opened {
  readonly host: boolean;
  /** The entry names this very port, so it may be one of the low ones. */
  readonly port: boolean;
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * Whether the entries open the host of a URL. An entry without port opens every port that may be called at all, one
 * with port that port alone. Case, trailing dots, brackets and the spelling of an address make no difference.
 */
export function openedBy(url: URL, entries: readonly string[]): Opened {
  const host = hostOf(url);
  const port = portOf(url);
  const found = entries.map(parseEntry).filter((entry) => entry?.host === host && (entry.port === undefined || entry.port === port));
  return { host: found.length > 0, port: found.some((entry) => entry?.port !== undefined) };
}

/** The host of a URL without brackets and trailing dots, in lower case. */
export function hostOf(url: URL): string {
  return url.hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.+$/, '');
}

/** The port of a URL, that of its scheme where it names none. */
export function portOf(url: URL): string {
  return url.port === '' ? (DEFAULT_PORTS[url.protocol] ?? '') : url.port;
}

/** undefined: no host can be read from the entry, and it opens nothing. */
function parseEntry(entry: string): { readonly host: string; readonly port?: string } | undefined {
  const isBareV6 = !entry.startsWith('[') && entry.split(':').length > 2;
  const [, name = '', port] = /^(.*?)(?::(\d{1,5}))?$/.exec(isBareV6 ? `[${entry}]` : entry) ?? [];
  if (name === '' || /[/\\@?#\s]/.test(name) || !URL.canParse(`http://${name}/`)) return undefined;
  return { host: hostOf(new URL(`http://${name}/`)), ...(port === undefined ? {} : { port: String(Number(port)) }) };
}

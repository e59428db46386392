// The `target` of an http row: `METHOD url`, `METHOD /path` or `MCP url#tool`. Pure.

export const HTTP_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

export type HttpTarget =
  | { readonly kind: 'http'; readonly method: string; readonly url: string }
  | { readonly kind: 'mcp'; readonly server: string; readonly tool: string };

/** Splits a target into method and address; a string is the reason why it cannot be. The address is parsed elsewhere. */
export function parseHttpTarget(target: string | null): HttpTarget | string {
  const match = /^(\S+) +(\S.*)$/u.exec((target ?? '').trim());
  if (match === null) return 'must be `METHOD url`, for example `GET https://api.example.com/v1/items/$1`';
  const method = (match[1] as string).toUpperCase();
  const address = match[2] as string;
  if (method === 'MCP') return parseMcpTarget(address);
  if (!(HTTP_METHODS as readonly string[]).includes(method)) return `the method must be one of ${HTTP_METHODS.join(', ')}, MCP`;
  return { kind: 'http', method, url: address };
}

function parseMcpTarget(address: string): HttpTarget | string {
  const at = address.indexOf('#');
  const server = at < 0 ? address : address.slice(0, at);
  const tool = at < 0 ? '' : address.slice(at + 1);
  if (tool === '' || !/^https?:\/\/[^\s$\\]+$/i.test(server) || !URL.canParse(server))
    return 'must be `MCP url#tool`, with an http(s) url and the name of the tool';
  return { kind: 'mcp', server, tool };
}

// Which IP addresses may not be called, and why. Pure; the Worker and the Node service before it use the same rules.
import ipaddr from 'ipaddr.js';

type IPv4 = InstanceType<typeof ipaddr.IPv4>;
type IPv6 = InstanceType<typeof ipaddr.IPv6>;

/** Addresses at which clouds hand out credentials; they lie in ranges that are refused anyway, but deserve their name. */
const METADATA = new Set(['169.254.169.254', '169.254.170.2', '100.100.100.200', 'fd00:ec2::254']);

/** The library's name of a range to ours; every range that is not here and not unicast is `reserved`. */
const RULES: Readonly<Record<string, string>> = {
  unspecified: 'unspecified',
  broadcast: 'broadcast',
  multicast: 'multicast',
  linkLocal: 'link_local',
  loopback: 'loopback',
  carrierGradeNat: 'cgnat',
  private: 'private',
  uniqueLocal: 'unique_local',
  benchmarking: 'benchmarking',
};

const [DOCUMENTATION_V4, BENCHMARKING_V4] = [['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24'], ['198.18.0.0/15']];
const DOCUMENTATION_V6 = ['2001:db8::/32', '3fff::/20'];

/** Whether the text is an IP address, IPv4 in four decimal parts. Zone ids count as part of an IPv6 address. */
export function isAddress(text: string): boolean {
  return parse(text) !== undefined;
}

/**
 * The class for which an address is refused; undefined where it is public. Addresses that carry an IPv4 address are
 * judged by that one (RFC 4291, 6052, 3056, 4380). What is not an address is `not_an_address`: it fails closed.
 */
export function addressRule(ip: string): string | undefined {
  const address = parse(ip);
  if (address === undefined) return 'not_an_address';
  return address instanceof ipaddr.IPv4 ? ruleOfV4(address) : ruleOfV6(address);
}

function parse(text: string): IPv4 | IPv6 | undefined {
  const bare = text.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '');
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return ipaddr.IPv4.parse(bare);
  // By way of the URL parser, for its one spelling: the library takes `::8.8.8.8` for an IPv4-mapped address.
  return bare.includes(':') && URL.canParse(`http://[${bare}]/`) ? ipaddr.IPv6.parse(new URL(`http://[${bare}]/`).hostname.slice(1, -1)) : undefined;
}

function ruleOfV4(address: IPv4): string | undefined {
  if (METADATA.has(address.toString())) return 'metadata';
  if (isIn(address, BENCHMARKING_V4)) return 'benchmarking';
  if (isIn(address, DOCUMENTATION_V4)) return 'documentation';
  const range = address.range();
  return range === 'unicast' ? undefined : (RULES[range] ?? 'reserved');
}

function ruleOfV6(address: IPv6): string | undefined {
  if (METADATA.has(address.toString())) return 'metadata';
  const range = address.range();
  const parts = address.parts;
  switch (range) {
    case 'ipv4Mapped':
    case 'rfc6145':
      return ruleOfV4(embedded(parts, 6));
    case 'rfc6052':
      // 64:ff9b:1::/48 (RFC 8215) is for local use, and where in it the IPv4 address stands is not known.
      return parts[2] === 0 ? ruleOfV4(embedded(parts, 6)) : 'reserved';
    case '6to4':
      return ruleOfV4(embedded(parts, 1));
    case 'teredo':
      // The server in clear, the client with its bits turned (RFC 4380 section 4).
      return ruleOfV4(embedded(parts, 2)) ?? ruleOfV4(embedded(turned(parts), 6));
    case 'unicast':
      // IPv4-compatible (RFC 4291 section 2.5.5.1), then all that is not global unicast, 2000::/3.
      if (parts.slice(0, 6).every((part) => part === 0)) return ruleOfV4(embedded(parts, 6)) ?? 'reserved';
      return ((parts[0] ?? 0) & 0xe000) === 0x2000 ? undefined : 'reserved';
    default:
      return isIn(address, DOCUMENTATION_V6) ? 'documentation' : (RULES[range] ?? 'reserved');
  }
}

function turned(parts: readonly number[]): number[] {
  return parts.map((part) => part ^ 0xffff);
}

/** The IPv4 address whose upper half is the 16-bit part `at`. */
function embedded(parts: readonly number[], at: number): IPv4 {
  const [high, low] = [parts[at] ?? 0, parts[at + 1] ?? 0];
  return new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff]);
}

function isIn(address: IPv4 | IPv6, ranges: readonly string[]): boolean {
  return ranges.some((range) => address.match(ipaddr.parseCIDR(range)));
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressRule } from '../../../src/outbound/address.ts';
import { checkTarget } from '../../../src/outbound/guard.ts';
import vectors from '../../vectors/ssrf.json';

const ruleOf = (url: string, allow: string[] = []) => {
  const checked = checkTarget(url, allow);
  return checked.ok ? undefined : `${checked.fault.code}:${checked.fault.params.rule}`;
};

describe('the vectors of ssrf.json', () => {
  it.each(vectors.refuse)('S5 $url is refused: $why', ({ url }) => expect(ruleOf(url)).toMatch(/^outbound_refused:[a-z_]+$/));
  it.each(vectors.allow)('%s passes', (url) => expect(ruleOf(url)).toBeUndefined());
});

describe('the rule that a refusal names', () => {
  it.each([
    ['scheme', 'data:text/plain,hello'],
    ['scheme', 'ftp://example.com/'],
    ['scheme', '//127.0.0.1/'],
    ['scheme', ' http://example.com/'],
    ['syntax', 'http:\\\\127.0.0.1\\'],
    ['syntax', 'http:///127.0.0.1/'],
    ['syntax', 'http:127.0.0.1'],
    ['syntax', 'http://exa\tmple.com/'],
    ['syntax', 'http://127.0\n.0.1/'],
    ['syntax', 'http://example.com/\u0085'],
    ['user_info', 'http://user:pass@example.com/'],
    ['user_info', 'http://@example.com/'],
    ['port', 'http://example.com:25/'],
    ['port', 'http://example.com:0/'],
    ['host_name', 'http://foo.LOCALHOST./'],
    ['host_name', 'http://metadata.google.internal/'],
    ['host_name', 'http://intranet/'],
    ['loopback', 'http://0x7f.1/'],
    ['metadata', 'http://169.254.169.254/'],
    ['cgnat', 'http://100.64.0.1/'],
    ['benchmarking', 'http://198.18.0.1/'],
    ['unspecified', 'http://[::]/'],
    ['unique_local', 'http://[fc00::1]/'],
    ['loopback', 'http://[::ffff:127.0.0.1]/'],
    ['too_long', `https://example.com/?q=${'"'.repeat(11_000)}`],
  ])('%s for %j', (rule, url) => expect(ruleOf(url)).toBe(`outbound_refused:${rule}`));
});

describe('ALLOW_PRIVATE_HOSTS', () => {
  it.each([
    ['http://127.0.0.1:8080/', '127.0.0.1'],
    ['http://2130706433/', '127.0.0.1'],
    ['http://127.0.0.1/', '0x7f.1'],
    ['http://LocalHost.:3000/', 'localhost'],
    ['http://localhost:3000/', 'LOCALHOST.'],
    ['http://[::1]:3000/', '::1'],
    ['http://[0:0::1]:3000/', '[::1]:3000'],
    ['http://service.internal/', 'service.internal'],
    ['https://service.internal/', 'service.internal:443'],
    ['http://service.internal/', 'service.internal:80'],
    ['http://service.internal:25/', 'service.internal:25'],
  ])('opens %s by the entry %s', (url, entry) => expect(ruleOf(url, ['other.internal', entry])).toBeUndefined());

  it.each([
    ['http://127.0.0.1:8081/', '127.0.0.1:8080'],
    ['http://127.0.0.2/', '127.0.0.1'],
    ['http://a.localhost/', 'localhost'],
    ['http://service.internal:25/', 'service.internal'],
    ['http://[::ffff:127.0.0.1]/', '127.0.0.1'],
    ['http://user@localhost/', 'localhost'],
    ['ftp://localhost/', 'localhost'],
    ['http://localhost/', 'http://localhost'],
    ['http://localhost/', '*'],
    ['http://localhost/', ''],
  ])('does not open %s by the entry %s', (url, entry) => expect(ruleOf(url, [entry])).toBeDefined());
});

describe('addresses', () => {
  it.each(['8.8.8.8', '2606:4700:4700::1111', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8', '172.32.0.1', '11.0.0.0'])('%s is public', (ip) => {
    expect(addressRule(ip)).toBeUndefined();
  });

  it.each([
    ['fe80::1%eth0', 'link_local'],
    ['::127.0.0.1', 'loopback'],
    ['::8.8.8.8', 'reserved'],
    ['64:ff9b:1::808:808', 'reserved'],
    ['2002:a00:1::', 'private'],
    ['2001:0:7f00:1::', 'loopback'],
    ['2001:0:808:808:0:0:80ff:fffe', 'loopback'],
    ['203.0.113.7', 'documentation'],
    ['2001:db8::1', 'documentation'],
    ['240.0.0.1', 'reserved'],
    ['fec0::1', 'reserved'],
    ['4000::1', 'reserved'],
    ['localhost', 'not_an_address'],
    ['127.1', 'not_an_address'],
    ['', 'not_an_address'],
  ])('%s is refused as %s', (ip, rule) => expect(addressRule(ip)).toBe(rule));

  it('an IPv4 address is judged alike in every form that carries it', () => {
    fc.assert(
      fc.property(fc.ipV4(), (ip) => {
        const rule = addressRule(ip);
        expect(addressRule(`::ffff:${ip}`)).toBe(rule);
        expect(addressRule(`64:ff9b::${ip}`)).toBe(rule);
      }),
    );
  });

  it('a spelling of a private address never passes', () => {
    const number = (value: number) =>
      fc.constantFrom(String(value), `0x${value.toString(16)}`, `0${value.toString(8)}`, `0x0${value.toString(16).toUpperCase()}`);
    const privateIp = fc.oneof(
      fc.tuple(fc.constant(127), fc.nat(255), fc.nat(255), fc.nat(255)),
      fc.tuple(fc.constant(10), fc.nat(255), fc.nat(255), fc.nat(255)),
      fc.tuple(fc.constant(192), fc.constant(168), fc.nat(255), fc.nat(255)),
      fc.tuple(fc.constant(169), fc.constant(254), fc.nat(255), fc.nat(255)),
    );
    const spelled = privateIp.chain(([a, b, c, d]) =>
      fc.oneof(
        fc.tuple(number(a), number(b), number(c), number(d)).map((parts) => parts.join('.')),
        fc.tuple(number(a), number(b), number(c * 256 + d)).map((parts) => parts.join('.')),
        fc.tuple(number(a), number(b * 65_536 + c * 256 + d)).map((parts) => parts.join('.')),
        number(a * 16_777_216 + b * 65_536 + c * 256 + d),
        fc.constant(`[::ffff:${a}.${b}.${c}.${d}]`),
      ),
    );
    fc.assert(
      fc.property(spelled, fc.constantFrom('', '.'), (host, dot) => {
        expect(ruleOf(`http://${host}${host.endsWith(']') ? '' : dot}/`)).toBeDefined();
      }),
    );
  });

  it('checkTarget never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, entry) => void checkTarget(`http://${text}`, [entry])));
  });
});

import { expect, it } from 'vitest';
import { credentialShapeIn } from '../../../src/capability/secretShapes.ts';
import { parseHttpTarget } from '../../../src/capability/target.ts';

it('a target is a method and an address, or an MCP server and its tool', () => {
  expect(parseHttpTarget('get  https://a.example/x?q=$1')).toEqual({ kind: 'http', method: 'GET', url: 'https://a.example/x?q=$1' });
  expect(parseHttpTarget('PATCH /api/directory/$1')).toEqual({ kind: 'http', method: 'PATCH', url: '/api/directory/$1' });
  expect(parseHttpTarget('MCP https://a.example/mcp#search')).toEqual({ kind: 'mcp', server: 'https://a.example/mcp', tool: 'search' });
});

it.each([
  null,
  '',
  'GET',
  'https://a.example/',
  'TRACE https://a.example/',
  'CONNECT a.example',
  'MCP https://a.example/mcp',
  'MCP #x',
  'MCP https://$1/mcp#x',
])('no target: %s', (target) => {
  expect(parseHttpTarget(target)).toBeTypeOf('string');
});

it('well-known keys are recognised by their shape', () => {
  for (const key of [
    `sk-${'a1B2'.repeat(6)}`,
    `ghp_${'a1B2'.repeat(9)}`,
    `AKIA${'A1B2'.repeat(4)}`,
    'xoxb-1234567890-abc',
    `Bearer ${'a1B2'.repeat(8)}`,
    '-----BEGIN RSA PRIVATE KEY-----',
  ]) {
    expect(credentialShapeIn(`x=${key}`), key).toBeDefined();
  }
});

it('ordinary text is not taken for a key', () => {
  for (const text of [
    'bearer:GITHUB_TOKEN',
    'sk-learn is a library',
    'https://api.example.com/v1/$1?limit=20',
    'Bearer $TOKEN',
    '{"basic": "$1"}',
    'risk-assessment-of-a-long-hyphenated-name',
  ]) {
    expect(credentialShapeIn(text), text).toBeUndefined();
  }
});

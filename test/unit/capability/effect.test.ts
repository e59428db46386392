import { expect, it } from 'vitest';
import { effectContradiction, effectOfMethod, exceeds, lesserEffect } from '../../../src/capability/effect.ts';

it('an effect follows from the method: GET and HEAD read, DELETE destroys, the rest write', () => {
  expect(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'OPTIONS', 'DELETE'].map(effectOfMethod)).toEqual([
    'read',
    'read',
    'write',
    'write',
    'write',
    'write',
    'destructive',
  ]);
});

it('effects are ordered from read to destructive', () => {
  expect(exceeds('write', 'read')).toBe(true);
  expect(exceeds('write', 'write')).toBe(false);
  expect(exceeds('read', 'destructive')).toBe(false);
  expect(lesserEffect('destructive', 'write')).toBe('write');
  expect(lesserEffect('read', 'write')).toBe('read');
});

it('a row may not declare less than its function does, nor call a DELETE harmless, nor a GET destructive', () => {
  expect(effectContradiction('read', { functionEffect: 'write' })).toBeDefined();
  expect(effectContradiction('destructive', { functionEffect: 'write' })).toBeUndefined();
  expect(effectContradiction('write', { method: 'DELETE' })).toBeDefined();
  expect(effectContradiction('destructive', { method: 'GET' })).toBeDefined();
  expect(effectContradiction('write', { method: 'GET' })).toBeUndefined();
  expect(effectContradiction('read', { method: 'POST' })).toBeUndefined();
});

import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { nearest } from '../../../src/capability/nearest.ts';

const KEYS = ['GITHUB_LIST_ISSUES', 'GITHUB_GET_ISSUE', 'WEATHER_NOW', 'NOW', 'UUID'];

describe('nearest', () => {
  it('finds what a slip of the pen meant, in any case', () => {
    expect(nearest('github_list_isues', KEYS, 3)[0]).toBe('GITHUB_LIST_ISSUES');
    expect(nearest('nwo', KEYS, 3)[0]).toBe('NOW');
    expect(nearest('latitud', ['longitude', 'latitude'], 3)[0]).toBe('latitude');
    expect(nearest('userId', ['user_id', 'id'], 1)).toEqual(['user_id']);
  });

  it('finds the whole of which a part was given', () => {
    expect(nearest('lat', ['longitude', 'latitude'], 3)).toEqual(['latitude']);
    expect(nearest('WEATHER', KEYS, 1)).toEqual(['WEATHER_NOW']);
    expect(nearest('LIST_ISSUES', KEYS, 1)).toEqual(['GITHUB_LIST_ISSUES']);
  });

  it('names nothing where nothing is near', () => {
    expect(nearest('SEND_FAX', KEYS, 3)).toEqual([]);
    expect(nearest('', KEYS, 3)).toEqual([]);
    expect(nearest('x'.repeat(10_000), KEYS, 3)).toEqual([]);
  });

  it('gives candidates only, each once, at most so many', () => {
    fc.assert(
      fc.property(fc.string(), fc.uniqueArray(fc.string(), { maxLength: 8 }), fc.nat(4), (name, candidates, limit) => {
        const found = nearest(name, candidates, limit);
        expect(found.length).toBeLessThanOrEqual(limit);
        expect(new Set(found).size).toBe(found.length);
        expect(found.every((one) => candidates.includes(one))).toBe(true);
      }),
    );
  });
});

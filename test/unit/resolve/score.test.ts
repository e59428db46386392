import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Searched } from '../../../src/db/rows.ts';
import { matchOf } from '../../../src/resolve/candidates.ts';
import { readQuestion } from '../../../src/resolve/question.ts';
import { score, type Statistics } from '../../../src/resolve/score.ts';

const EMPTY: Searched = {
  name: '',
  what: '',
  when_to_use: '',
  ask: '',
  aliases: '',
  args: '',
  category_words: '',
  learned: '',
  planner_rank: 100,
  required_args: 0,
};
const statistics: Statistics = {
  rows: 1_000,
  rowsWith: new Map([
    ['time', 50],
    ['weather', 20],
    ['citi', 100],
    ['current', 80],
    ['now', 5],
    ['send', 60],
    ['messag', 40],
  ]),
};
const points = (ask: string, row: Partial<Searched>) => score(readQuestion(ask), { ...EMPTY, ...row }, statistics);

describe('a question', () => {
  it('counts what is wanted, not the words of asking', () => {
    expect([...readQuestion('Can you please tell me the weather?').weights.keys()]).toEqual(['weather']);
  });

  it('counts quoted values less', () => {
    const { weights } = readQuestion('post "weather report" to the channel');
    expect(weights.get('weather')).toBeLessThan(weights.get('channel') as number);
  });

  it.each([
    ['how far is it to Rome', 'distanc'],
    ['what time is it', 'now'],
    ['open an issue', 'creat'],
    ['text my sister that I am late', 'messag'],
    ['how much is a ticket', 'price'],
    ['do I need an umbrella', 'weather'],
  ])('“%s” asks for %s', (ask, word) => {
    expect([...readQuestion(ask).weights.keys()]).toContain(word);
  });

  it('of many sentences has parts, one alone has none', () => {
    expect(readQuestion('Get the weather. Then send it to Ann.').parts).toHaveLength(2);
    expect(readQuestion('Get the weather').parts).toHaveLength(0);
    expect(readQuestion('weather\n'.repeat(400)).parts).toHaveLength(12);
  });
});

describe('the score', () => {
  it('is 0 where no word fits', () => {
    expect(points('weather', { what: 'time' })).toBe(0);
  });

  it('is higher for a short text than for a long one, in the key than in the text, for a rare word than for a common one', () => {
    expect(points('weather', { what: 'weather' })).toBeGreaterThan(points('weather', { what: `weather ${'other '.repeat(40)}` }));
    expect(points('weather', { name: 'weather' })).toBeGreaterThan(points('weather', { what: 'weather' }));
    expect(points('weather city', { what: 'weather' })).toBeGreaterThan(points('weather city', { what: 'citi' }));
  });

  it('is higher for the very sample question than for any row with its words', () => {
    expect(points('what time is it', { what: 'clock', ask: 'what time is it' })).toBeGreaterThan(
      points('what time is it', { name: 'time', what: 'current time' }),
    );
  });

  it('of a learned question is less than of a sample question', () => {
    expect(points('what time is it', { learned: 'what time is it' })).toBeLessThan(points('what time is it', { ask: 'what time is it' }));
    expect(points('what time is it', { learned: 'what time is it' })).toBeGreaterThan(0);
  });

  it('is moved by rank, and by no more than a tenth each way', () => {
    const plain = points('weather', { what: 'weather' });
    expect(points('weather', { what: 'weather', planner_rank: 0 })).toBeCloseTo(plain * 1.1);
    expect(points('weather', { what: 'weather', planner_rank: 1_000_000 })).toBeCloseTo(plain * 0.9);
  });

  it('is less for a row that needs arguments which the question does not hold', () => {
    expect(points('current time', { what: 'current time', required_args: 1 })).toBeLessThan(points('current time', { what: 'current time' }));
    expect(points('current time zanzibar', { what: 'current time', required_args: 1 })).toBe(
      points('current time zanzibar', { what: 'current time' }),
    );
  });

  it('is a finite number, whatever is asked of whatever row', () => {
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 80 }), fc.constantFrom('time', 'what time is it', 'weather weather'));
    fc.assert(
      fc.property(text, fc.record({ name: text, what: text, ask: text, learned: text, args: text }), (ask, row) => {
        const value = points(ask, row);
        expect(Number.isFinite(value) && value >= 0).toBe(true);
      }),
    );
  });
});

describe('the choice of rows', () => {
  it('takes the rarest words first, and no more than stay cheap', () => {
    const common = {
      rows: 100_000,
      rowsWith: new Map([
        ['get', 60_000],
        ['weather', 900],
        ['citi', 2_500],
      ]),
    };
    expect(matchOf(readQuestion('weather of a city to fetch'), common)).toContain('"weather"');
    expect(matchOf(readQuestion('weather of a city to fetch'), common)).not.toContain('"citi"');
  });

  it('always has a word, a common one if there is no other', () => {
    expect(matchOf(readQuestion('weather'), { rows: 100_000, rowsWith: new Map([['weather', 90_000]]) })).toContain('"weather"');
    expect(matchOf(readQuestion('what is it'), statistics)).toMatch(/^\{name ask aliases learned\} : \(/);
  });
});

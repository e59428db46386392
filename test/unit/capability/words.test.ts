import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyWords } from '../../../src/capability/keyWords.ts';
import { searchDocs } from '../../../src/capability/searchDocs.ts';
import { splitContent } from '../../../src/capability/docs.ts';
import { pinWords, wordsOf } from '../../../src/capability/words.ts';
import type { DirectoryRow } from '../../../src/db/rows.ts';

describe('the words of a text', () => {
  it.each([
    ['Convert converting CONVERTS', ['convert', 'convert', 'convert']],
    ["What's the user's name?", ['what', 'the', 'user', 'name']],
    ['São Paulo, Ωμέγα', ['sao', 'paulo', 'ωμεγα']],
    ['getXMLDocument', ['getxmldocu', 'get', 'xml', 'document']],
    ['snake_case-and/path', ['snake', 'case', 'and', 'path']],
    ['oauth2 utf-8', ['oauth2', 'utf', '8']],
    ['天气预报', ['天气', '气预', '预报']],
    ['雨', ['雨']],
    ['नमस्ते दुनिया', ['नमस्ते', 'दुनिया']],
    ['ﬁne ＦＵＬＬ', ['fine', 'full']],
    ['', []],
    ['?! … 😀', []],
  ])('%s', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('are letters, digits and marks only, so that none of them can be read as a query', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        for (const word of wordsOf(text, { singles: true })) expect(word).toMatch(/^[\p{L}\p{N}\p{M}ー]+$/u);
      }),
    );
  });

  it('are the same in any case', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z ]{0,60}$/), (text) => {
        expect(pinWords(text.toUpperCase())).toBe(pinWords(text));
      }),
    );
  });

  it('of very long marks take no time', () => {
    const marks = '\u0301'.repeat(100_000);
    expect(wordsOf(`न${marks}`)).toHaveLength(1);
    expect(wordsOf(`e${marks}`)).toEqual(['e']);
  });
});

describe('the words of a key', () => {
  it.each([
    ['GITHUB_LIST_ISSUES', '', ['github', 'list', 'issu']],
    ['GETMOONPHASE', 'The phase of the moon.', ['getmoonphas', 'get', 'moon', 'phase']],
    ['FINANCETOOL', 'Stay informed about finance.', ['financetool', 'financ', 'tool']],
    ['GITHUB', 'Hub of git.', ['github']],
    ['QQQXXZZ', '', ['qqqxxzz']],
  ])('%s', (key, prose, words) => {
    expect(keyWords(key, prose)).toEqual(expect.arrayContaining(words));
  });
});

describe('what is indexed of a row', () => {
  const row = { key: 'K', type: 'fn', enabled: 1, planner_visible: 1, owner_only: 0, planner_rank: 100, version: 3, category: 'c' } as DirectoryRow;
  const docsOf = (content: string) => splitContent(content, 'fn').docs;

  it('is nothing where resolve may not find it', () => {
    for (const hidden of [{ enabled: 0 }, { planner_visible: 0 }])
      expect(searchDocs({ ...row, ...hidden }, { docs: docsOf('# WHAT: x') })).toBeUndefined();
  });

  it('is bounded, whatever the row says', () => {
    const long = 'word and other text '.repeat(50_000);
    const docs = docsOf(`# WHAT: ${long}\n# WHEN_TO_USE: ${long}\n# ARGS: ${long}\n# ALIASES: ${long}\n${`# ASK: ${long}\n`.repeat(100)}`);
    const searched = searchDocs(row, { docs });
    expect(JSON.stringify(searched).length).toBeLessThan(40_000);
  });

  it('keeps sample questions whole, a line each, and leaves stop words out of prose', () => {
    expect(searchDocs(row, { docs: docsOf('# WHAT: What it is to be\n# ASK: what is it\n# ASK: who are you') })).toMatchObject({
      what: '',
      ask: 'what is it\nwho ar you',
      version: 3,
    });
  });
});

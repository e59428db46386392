// From text to the words that resolve compares: folded, split, stemmed. Pure, and the same for rows and questions.
import { stemmer } from 'stemmer';

/** Changes whenever the words of a row would: rows whose words were made by another version are made again. */
export const ANALYZER_VERSION = 1;

/** Scripts written without spaces between words, or (Hangul) with endings grown onto them: pairs of characters serve. */
const PAIRED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/u;
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const RUNS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+|[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}]+|[\p{L}\p{N}\p{M}]+/gu;
/** `what's`, `don't`: what stands behind the apostrophe says nothing. */
const CONTRACTION = /['’](?:s|t|d|m|re|ve|ll)(?![\p{L}\p{N}])/giu;
const LATIN_MARKS = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu;
/** `getUser`, `XMLHttp`. */
const HUMPS = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+|[\p{Lo}\p{Lt}\p{Lm}\p{M}]+|\p{N}+/gu;

let segmenter: Intl.Segmenter | undefined;

/**
 * The words of a text, in order. A word in camelCase is given whole and in parts. Text in Chinese, Japanese or Korean
 * is given as pairs of neighbouring characters; with `singles` also as single ones, so that a question of one finds it.
 */
export function wordsOf(text: string, { singles = false }: { singles?: boolean } = {}): string[] {
  const folded = text.normalize('NFKC').replaceAll(CONTRACTION, '').normalize('NFD').replaceAll(LATIN_MARKS, '$1').normalize('NFC');
  return (folded.match(RUNS) ?? []).flatMap((run) => {
    if (PAIRED.test(run)) return pairsOf(run, singles);
    if (UNSPACED.test(run)) return segmentsOf(run);
    return spacedWords(run);
  });
}

function spacedWords(run: string): string[] {
  const whole = stem(run.toLowerCase());
  const parts = run.match(HUMPS) ?? [];
  const letters = parts.filter((part) => !/^\p{N}/u.test(part));
  if (letters.length < 2) return [whole];
  return [whole, ...letters.filter((part) => part.length > 1).map((part) => stem(part.toLowerCase()))];
}

function pairsOf(run: string, singles: boolean): string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  const pairs = characters.slice(1).map((character, at) => `${characters[at]}${character}`);
  return singles ? [...pairs, ...characters] : pairs;
}

function segmentsOf(run: string): string[] {
  segmenter ??= new Intl.Segmenter('th', { granularity: 'word' });
  return Array.from(segmenter.segment(run), ({ segment }) => segment).filter((segment) => /\p{L}/u.test(segment));
}

function stem(word: string): string {
  return /^[a-z]{3,40}$/.test(word) ? stemmer(word) : word;
}

/** A phrase as pins are compared by: its words, in order, in any case and spacing. Empty where it holds no word. */
export function pinWords(phrase: string): string {
  return wordsOf(phrase).join(' ');
}

// How well a row answers a question: BM25F over its columns, and what BM25F does not see. Pure. The numbers were chosen
// on public benchmarks (docs/resolve.md); ranking is flat around them.
import type { Searched } from '../db/rows.ts';
import type { Question } from './question.ts';

/** In how many of how many rows a word occurs. */
export interface Statistics {
  readonly rows: number;
  readonly rowsWith: ReadonlyMap<string, number>;
}

interface Column {
  readonly weight: number;
  /** How much a longer text counts less (BM25's b), and what length is usual. */
  readonly b: number;
  readonly usual: number;
}

export const COLUMNS = {
  name: { weight: 3, b: 0.6, usual: 6 },
  what: { weight: 1, b: 0.6, usual: 12 },
  when_to_use: { weight: 0.8, b: 0.6, usual: 14 },
  ask: { weight: 0.3, b: 0.6, usual: 24 },
  aliases: { weight: 2, b: 0.5, usual: 6 },
  args: { weight: 0.6, b: 0.7, usual: 30 },
  category_words: { weight: 0.4, b: 0.5, usual: 2 },
  learned: { weight: 0.2, b: 0.6, usual: 24 },
} as const satisfies Record<string, Column>;

type ColumnName = keyof typeof COLUMNS;
const COLUMN_NAMES = Object.keys(COLUMNS) as ColumnName[];
/** Columns in which neighbouring words of the question count again. */
const PAIRED_COLUMNS = ['name', 'what', 'when_to_use', 'args', 'aliases'] as const;

const K1 = 2;
const SYNONYM = 0.35;
const PAIR = 0.3;
const PART = 1.2;
const NAME_COVERED = 0.15;
/** A row that needs arguments, asked with no word that could be one. */
const NOTHING_TO_FILL_IN = 0.85;
/** How like a sample question must be, from 0 to 1, to speak for a row alone. */
const LIKE_ENOUGH = 0.45;
/** The most that planner_rank adds or takes. */
const RANK = 0.1;
const SAMPLE_QUESTION = 0.8;
/** For a sample question asked word for word, or nearly. */
const WORD_FOR_WORD = 1.5;
const LEARNED_QUESTION = 0.4;
/** What a stop word weighs where whole questions are compared; a rare word weighs about 5. */
const SHORT_WORD = 0.5;

/** Higher is better, 0 where no word fits. Comparable between rows for one question only. */
export function score(question: Question, row: Searched, statistics: Statistics): number {
  const columns = COLUMN_NAMES.map((name) => [COLUMNS[name], row[name].split(/\s+/)] as const).map(
    ([column, words]) => [column, words[0] === '' ? [] : words] as const,
  );
  const gains = gainsOf(question, columns, statistics);
  if (gains.size === 0) return questionsScore(question, row, statistics, LIKE_ENOUGH);
  const rarity = rarityIn(statistics);
  const pairs = pairsOf(question, row);
  const pairGain = (pair: string) => PAIR * Math.min(...pair.split(' ').map(rarity));
  let total = sum(gains.values()) + sum([...pairs].map(pairGain));
  if (question.parts.length > 1) {
    const partScore = (part: ReadonlySet<string>) =>
      sum([...part].map((word) => gains.get(word) ?? 0)) +
      sum([...pairs].filter((pair) => pair.split(' ').every((word) => part.has(word))).map(pairGain));
    total += PART * Math.max(...question.parts.map(partScore));
  }
  total *= 1 + NAME_COVERED * shareCovered(row.name, question);
  if (row.required_args > 0 && question.words.every((word) => gains.has(word) || !question.weights.has(word))) total *= NOTHING_TO_FILL_IN;
  total += questionsScore(question, row, statistics);
  return total * (1 + RANK * Math.max(-1, Math.min(1, (100 - row.planner_rank) / 100)));
}

/** What each word of the question gains in a row, by itself or by a word that stands for it. */
function gainsOf(question: Question, columns: readonly (readonly [Column, readonly string[]])[], statistics: Statistics): Map<string, number> {
  const rarity = rarityIn(statistics);
  const counts = new Map<string, number>();
  for (const [{ weight, b, usual }, words] of columns) {
    const unit = weight / (1 - b + (b * words.length) / usual);
    for (const word of words) if (question.weights.has(word) || question.synonyms.has(word)) counts.set(word, (counts.get(word) ?? 0) + unit);
  }
  const gains = new Map<string, number>();
  const gain = (word: string, value: number) => gains.set(word, Math.max(gains.get(word) ?? 0, value));
  for (const [word, count] of counts) {
    const saturated = (count * (K1 + 1)) / (count + K1);
    const weight = question.weights.get(word);
    if (weight !== undefined) gain(word, weight * rarity(word) * saturated);
    for (const meant of question.synonyms.get(word) ?? []) {
      gain(meant, SYNONYM * (question.weights.get(meant) ?? 0) * Math.min(rarity(word), rarity(meant)) * saturated);
    }
  }
  return gains;
}

/** Inverse document frequency, never negative (BM25 as Lucene has it). */
function rarityIn({ rows, rowsWith }: Statistics): (word: string) => number {
  return (word) => {
    const having = Math.min(rowsWith.get(word) ?? 0, rows);
    return Math.log(1 + (rows - having + 0.5) / (having + 0.5));
  };
}

function pairsOf(question: Question, row: Searched): Set<string> {
  const found = new Set<string>();
  if (question.pairs.size === 0) return found;
  for (const name of PAIRED_COLUMNS) {
    const words = row[name].split(' ');
    for (let at = 1; at < words.length; at++) {
      const pair = `${words[at - 1]} ${words[at]}`;
      if (question.pairs.has(pair)) found.add(pair);
    }
  }
  return found;
}

function shareCovered(name: string, { weights }: Question): number {
  const words = new Set(name.split(' '));
  return [...words].filter((word) => weights.has(word)).length / words.size;
}

/** How near the question is to the nearest sample question, and to those learned; all words count, short ones little. */
function questionsScore(question: Question, row: Searched, statistics: Statistics, least = 0): number {
  const rarity = rarityIn(statistics);
  // A word that no row uses is a value ("in Zanzibar"): it makes no question another one.
  const says = (word: string) => question.weights.has(word) && (statistics.rowsWith.get(word) ?? 0) > 0;
  const weight = (word: string) => (says(word) ? Math.max(1, rarity(word)) : SHORT_WORD) ** 2;
  const asked = new Set(question.words);
  const mass = sum([...asked].map(weight));
  if (mass === 0) return 0;
  const nearest = (lines: string) =>
    Math.max(
      0,
      ...lines
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => {
          const words = new Set(line.split(' '));
          const common = sum([...words].filter((word) => asked.has(word)).map(weight));
          return common / Math.sqrt(mass * sum([...words].map(weight)) || 1);
        }),
    );
  const likeness = { ask: nearest(row.ask), learned: nearest(row.learned) };
  if (Math.max(likeness.ask, likeness.learned) < least) return 0;
  const size = sum([...question.weights].filter(([word]) => says(word)).map(([word, each]) => each * rarity(word))) || Math.sqrt(mass);
  return size * (SAMPLE_QUESTION * likeness.ask ** 2 + WORD_FOR_WORD * likeness.ask ** 16 + LEARNED_QUESTION * likeness.learned ** 2);
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

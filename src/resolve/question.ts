// What is asked: words with their weights, the words that may stand for them, and the parts of a longer request. Pure.
import { isStopWord } from '../capability/stopWords.ts';
import { wordsOf } from '../capability/words.ts';
import { idiomWords } from './idioms.ts';
import { synonymsOf } from './synonyms.ts';

export interface Question {
  /** The whole of it as pins are compared by. */
  readonly pin: string;
  /** Every word, in order, stop words too. */
  readonly words: readonly string[];
  /** What counts, and how much; none where the question holds stop words only. */
  readonly weights: ReadonlyMap<string, number>;
  /** Words that stand for one of those, with the words they stand for. */
  readonly synonyms: ReadonlyMap<string, readonly string[]>;
  /** The words that count of each sentence or step, where there is more than one. */
  readonly parts: readonly ReadonlySet<string>[];
  /** Neighbouring words that count, as `first second`. */
  readonly pairs: ReadonlySet<string>;
}

/** Words of asking that rows use too. */
const ASKING: ReadonlySet<string> = new Set(
  wordsOf(
    'provide find look looking suggest recommend information info detail details assist assistance check retrieve interested curious plan planning',
  ),
);
const ASKING_WEIGHT = 0.7;
/** What stands in quotes is mostly a value to be handed on, not what is wanted. */
const QUOTED_WEIGHT = 0.5;
const IDIOM_WEIGHT = 0.7;
/** Longer questions are cut: every word costs a look at the index. */
const WORDS_MAX = 160;
const SYNONYMS_MAX = 160;
/** Each part is looked at for each row, so a question of a thousand lines must not have a thousand. */
const PARTS_MAX = 12;

const QUOTED = /"[^"\n]{1,300}"|(?<![\p{L}\p{N}])'[^'\n]{1,300}'(?![\p{L}\p{N}])|“[^”\n]{1,300}”|«[^»\n]{1,300}»/gu;
const PART_ENDS =
  /[.?!;:]\s+|\n+|[。！？；]|,?\s+(?:and then|then|and also|also|finally|next|after that|afterwards|additionally|furthermore|lastly|firstly|secondly|first)\b,?\s*/i;

export function readQuestion(ask: string): Question {
  const all = wordsOf(ask);
  const words = all.slice(0, WORDS_MAX);
  const quoted = new Set(Array.from(ask.matchAll(QUOTED), ([text]) => wordsOf(text)).flat());
  const unquoted = new Set(wordsOf(ask.replaceAll(QUOTED, ' ')));
  const counted = words.filter((word) => !isStopWord(word));
  const weights = new Map<string, number>();
  for (const word of new Set(counted)) {
    const asked = ASKING.has(word) ? ASKING_WEIGHT : 1;
    const said = quoted.has(word) && !unquoted.has(word) ? QUOTED_WEIGHT : 1;
    weights.set(word, asked * said);
  }
  for (const word of idiomWords(ask)) if (!weights.has(word)) weights.set(word, IDIOM_WEIGHT);
  const parts = ask
    .split(PART_ENDS)
    .map((part) => new Set(wordsOf(part).filter((word) => weights.has(word))))
    .filter((part) => part.size > 0)
    .slice(0, PARTS_MAX);
  return {
    pin: all.join(' '),
    words,
    weights,
    synonyms: synonymsFor(weights),
    parts: parts.length > 1 ? parts : [],
    pairs: new Set(counted.slice(1).map((word, at) => `${counted[at]} ${word}`)),
  };
}

function synonymsFor(weights: ReadonlyMap<string, number>): Map<string, string[]> {
  const synonyms = new Map<string, string[]>();
  for (const word of weights.keys()) {
    for (const synonym of synonymsOf(word)) {
      if (weights.has(synonym) || (synonyms.size >= SYNONYMS_MAX && !synonyms.has(synonym))) continue;
      synonyms.set(synonym, [...(synonyms.get(synonym) ?? []), word]);
    }
  }
  return synonyms;
}

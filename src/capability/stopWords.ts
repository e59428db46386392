// Words that say nothing about WHAT is wanted. They are left out of prose when a row is indexed, so a change here is a
// change of ANALYZER_VERSION.
import { wordsOf } from './words.ts';

const FUNCTION_WORDS = `
  a an the this that these those some any all each every both either neither no not nor only own same such
  i me my mine we us our ours you your yours he him his she her hers it its they them their theirs myself yourself
  am is are was were be been being do does did doing done has have had having
  can could will would shall should may might must
  and or but if so than then as of at by for from in into on onto to with without about over under between through
  during before after above below up down out off again further
  what which who whom whose when where why how there here
  please just also really very too s t d m re ve ll am pm etc im hello hi hey thanks thank`;

/** Verbs of asking: "give me", "I would like to get", "show me". */
const ASKING_VERBS = 'want need like let lets help give tell show know make get got using use able possible';

const STOP_WORDS: ReadonlySet<string> = new Set(wordsOf(`${FUNCTION_WORDS} ${ASKING_VERBS}`));

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

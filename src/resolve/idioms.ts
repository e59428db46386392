// Turns of phrase whose meaning stands in short words, which count for nothing by themselves: "how far is …" asks for a
// distance, "text my sister" for a message. Each adds words to the question.
import { wordsOf } from '../capability/words.ts';

const IDIOMS: readonly (readonly [RegExp, string])[] = [
  [/\bwhat(?:['’]s| is)? (?:the )?(?:current )?(?:time|date|day|hour|year|month)\b(?! ?zone)/, 'current now today'],
  [/\bhow (?:much|expensive) (?:is|are|do|does|did|would|will|for)\b/, 'price cost'],
  [/\bhow many\b/, 'count number'],
  [/\bhow far\b/, 'distance'],
  [/\bhow long\b/, 'duration'],
  [/\bhow old\b/, 'age'],
  [/\bhow (?:hot|cold|warm)\b/, 'weather temperature'],
  [/\b(?:will|is|does|did) it (?:be |going to )?(?:rain|snow|sunny|cloudy|windy|freez)|\b(?:umbrella|raincoat)\b/, 'weather forecast'],
  [/\bwhere(?:['’]s| is| are)\b/, 'location'],
  [/\bopen (?:up )?(?:a|an|another)\b/, 'create'],
  [/(?:^|[.!?,;] |\b(?:please|to|and|you|then) )(?:text|message|ping|dm) (?:my|our|the|him|her|them|me|everyone|someone|@?\w+)\b/, 'send message'],
  [/\bget rid of\b/, 'delete remove'],
  [/\blook(?:ing)? up\b/, 'lookup search'],
  [/\bset up\b/, 'create'],
  [/\bsign (?:me )?up\b/, 'register create'],
  [/\b(?:in|into|to) (?:euros?|dollars?|pounds|yen|francs|usd|eur|gbp|jpy|chf|inr|cny)\b/, 'currency convert'],
];

/** The words that the turns of phrase in a question add to it. */
export function idiomWords(ask: string): string[] {
  const text = ask.toLowerCase().replaceAll(/\s+/g, ' ');
  return IDIOMS.flatMap(([idiom, words]) => (idiom.test(text) ? wordsOf(words) : []));
}

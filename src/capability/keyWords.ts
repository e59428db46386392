// The words of a key. Keys are upper case, so a name such as `getMatchInfo` arrives as GETMATCHINFO: its words are
// found again with those that the row itself uses and a short list of words that names of operations are made of. Pure.
import { wordsOf } from './words.ts';

const NAME_WORDS = `
  get set list create update delete search find add remove check show fetch retrieve read write send make calculate
  convert generate translate analyze predict recommend compare count download upload start stop open close run test
  plan book track edit change cancel buy order pay play view
  tool tools info information data by id name names details detail all for of in to from and with on new current latest
  top best random recent popular upcoming public user users file files text image images video audio status type code
  number item items orders rate price value result results report analysis message messages email event events game
  games news weather stock market food music movie travel car job health time date day week month year url web site
  page post posts comment group team member account profile product products service city country location address
  map route model schedule history score system project school course language chat assistant finder checker generator`;

const SHORT_LIST: ReadonlySet<string> = new Set(NAME_WORDS.trim().split(/\s+/));
const WORD_CHARS_MAX = 20;
/** What a letter costs that belongs to no known word; a known word costs 1. */
const UNKNOWN_LETTER = 2;

/** The words of a key; `prose` is what else the row says, in plain text. */
export function keyWords(key: string, prose: string): string[] {
  const known = new Set(SHORT_LIST);
  for (const word of prose.toLowerCase().match(/[a-z]{2,20}/g) ?? []) {
    known.add(word);
    if (word.length > 3) known.add(word.endsWith('s') ? word.slice(0, -1) : `${word}s`);
  }
  return key.split('_').flatMap((part) => {
    const whole = part.toLowerCase();
    const pieces = /^[a-z]{6,}$/.test(whole) && !known.has(whole) ? piecesOf(whole, known).filter((piece) => piece.length > 1) : [];
    return wordsOf([whole, ...pieces.filter((piece) => piece !== whole)].join(' '));
  });
}

interface Split {
  readonly cost: number;
  readonly pieces: readonly string[];
}

/** The cheapest division of a run of letters into known words and rests. */
function piecesOf(run: string, known: ReadonlySet<string>): readonly string[] {
  const best: Split[] = [{ cost: 0, pieces: [] }];
  for (let end = 1; end <= run.length; end++) {
    let cheapest: Split | undefined;
    for (let begin = Math.max(0, end - WORD_CHARS_MAX); begin < end; begin++) {
      const piece = run.slice(begin, end);
      const before = best[begin] as Split;
      const cost = before.cost + (known.has(piece) ? 1 : 1 + UNKNOWN_LETTER * piece.length);
      if (cheapest === undefined || cost < cheapest.cost) cheapest = { cost, pieces: [...before.pieces, piece] };
    }
    best.push(cheapest as Split);
  }
  return best.at(-1)?.pieces ?? [];
}

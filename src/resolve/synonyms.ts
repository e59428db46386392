// Words that people use for what rows call otherwise. Groups are short and about what APIs do and offer: a general
// thesaurus made ranking worse (docs/resolve.md).
import { wordsOf } from '../capability/words.ts';

const GROUPS = `
  create add new make insert post register
  delete remove cancel drop erase clear
  update edit modify change set adjust
  search find query lookup discover explore browse
  get fetch retrieve read obtain return
  list all enumerate
  start begin launch play open
  stop end pause close
  send text message notify mail
  email mail
  buy purchase order shop
  write generate compose
  calculate compute calculator
  convert conversion transform
  translate translation language
  summarize summary digest
  schedule calendar appointment meeting
  remind reminder task todo
  similar related recommend recommendation suggest suggestion
  popular trending top
  current today now latest
  nearby near close
  information info detail details
  picture image photo photograph
  movie film cinema
  tv show series
  song track music
  artist singer musician band
  actor cast credit
  director crew
  video clip youtube
  podcast episode
  book reading novel
  game gaming
  score match fixture
  event concert festival
  news article headline
  weather forecast temperature
  time clock date
  place map location address
  trip travel vacation itinerary
  flight airline plane airport
  hotel accommodation lodging stay
  restaurant dining food meal
  recipe cook cooking ingredient
  car vehicle auto automobile
  house home property
  job career employment hiring
  course study lesson learn education teach
  doctor medical health
  exercise workout fitness
  child kid
  person people user
  company business firm
  law legal lawyer
  price cost rate pricing
  money currency exchange
  stock share equity ticker
  crypto cryptocurrency bitcoin
  review rating
  document file pdf
  chart graph plot diagram visualization
  website site webpage url link
  domain dns`;

const SYNONYMS = new Map<string, Set<string>>();
for (const line of GROUPS.trim().split('\n')) {
  const group = [...new Set(wordsOf(line))];
  for (const word of group) {
    const others = SYNONYMS.get(word) ?? new Set();
    for (const other of group) if (other !== word) others.add(other);
    SYNONYMS.set(word, others);
  }
}

const NONE: ReadonlySet<string> = new Set();

/** Other words for a word, as wordsOf gives them. */
export function synonymsOf(word: string): ReadonlySet<string> {
  return SYNONYMS.get(word) ?? NONE;
}

// What resolve searches of a row: its documentation as words, column by column. Pure.
import type { DirectoryRow, SearchDocs } from '../db/rows.ts';
import type { Json } from '../templates/parameters.ts';
import { keyWords } from './keyWords.ts';
import type { ParsedRow } from './parse.ts';
import { isSchema } from './schemaKeywords.ts';
import { isStopWord } from './stopWords.ts';
import { ANALYZER_VERSION, wordsOf } from './words.ts';

/** Words kept of each column: what stands further down a long text says little of what a row is for. */
const WORDS_MAX = { what: 200, when_to_use: 200, aliases: 100, args: 300, category_words: 20 } as const;
const QUESTIONS_MAX = 40;
const QUESTION_WORDS_MAX = 40;
/** Characters read of one text. */
const TEXT_CHARS_MAX = 8_000;
const SCHEMA_DEPTH_MAX = 4;
const CHOICES_MAX = 20;

/** undefined where resolve may not find the row: it is disabled, or hidden from planners. */
export function searchDocs(row: DirectoryRow, parsed: Pick<ParsedRow, 'docs' | 'signature' | 'capability'>): SearchDocs | undefined {
  if (row.enabled !== 1 || row.planner_visible !== 1) return undefined;
  const { docs, signature = [], capability } = parsed;
  const args = [docs.args, ...signature.map(({ name }) => name), ...schemaTexts(capability?.inputSchema, 0)].join('\n').slice(0, TEXT_CHARS_MAX);
  const columns = {
    name: keyWords(row.key, `${docs.what} ${args}`.slice(0, TEXT_CHARS_MAX)).join(' '),
    what: prose(docs.what, WORDS_MAX.what),
    when_to_use: prose(docs.whenToUse, WORDS_MAX.when_to_use),
    ask: docs.ask.slice(0, QUESTIONS_MAX).map(questionWords).join('\n'),
    aliases: docs.aliases
      .flatMap((alias) => words(alias))
      .slice(0, WORDS_MAX.aliases)
      .join(' '),
    args: prose(args, WORDS_MAX.args),
    category_words: prose(row.category ?? '', WORDS_MAX.category_words),
  };
  return {
    key: row.key,
    version: row.version,
    analyzer: ANALYZER_VERSION,
    ...columns,
    // Words of rows that only the owner sees are not counted: counts show in everybody's scores.
    words:
      row.owner_only === 1
        ? '[]'
        : JSON.stringify([...new Set(Object.values(columns).flatMap((column) => column.split(/\s+/)))].filter((word) => word !== '')),
    category: row.category,
    owner_only: row.owner_only,
    planner_rank: row.planner_rank,
    required_args: signature.filter(({ required }) => required).length,
  };
}

/** A question as it is kept and compared: every word, in order. */
export function questionWords(question: string): string {
  return words(question).slice(0, QUESTION_WORDS_MAX).join(' ');
}

function words(text: string): string[] {
  return wordsOf(text.slice(0, TEXT_CHARS_MAX), { singles: true });
}

function prose(text: string, max: number): string {
  return words(text)
    .filter((word) => !isStopWord(word))
    .slice(0, max)
    .join(' ');
}

/** Names, descriptions and choices of the arguments, outermost first. */
function schemaTexts(schema: Json | undefined, depth: number): string[] {
  if (!isSchema(schema) || depth > SCHEMA_DEPTH_MAX) return [];
  const properties = isSchema(schema['properties']) ? Object.entries(schema['properties']) : [];
  const own = properties.flatMap(([name, member]) => {
    if (!isSchema(member)) return [name];
    const { description, enum: choices } = member;
    const said = typeof description === 'string' ? [description.slice(0, 500)] : [];
    const chosen = Array.isArray(choices) ? choices.filter((choice) => typeof choice === 'string').slice(0, CHOICES_MAX) : [];
    return [name, ...said, ...chosen];
  });
  const inner = [...properties.map(([, member]) => member), schema['items']].flatMap((member) => schemaTexts(member, depth + 1));
  return [...own, ...inner];
}

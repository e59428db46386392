// What resolve is compared with: the seed's scorer, Okapi BM25, and FTS5 with stop words removed from the question.
import { DatabaseSync } from 'node:sqlite';
import type { Tool } from './toolRows.ts';

export type Ranker = (query: string) => string[];

const STOP_WORDS = new Set(
  `a an and any are as at be been but by can could did do does for from get give had has have he her him his how i if in into is it its
  just let like me more my need of on or our out over please she should show so some tell than that the their them then there these they
  this to up us use using want was we were what when where which who why will with would you your`.split(/\s+/),
);

function textOf({ name, description = '', schema, category = '' }: Tool): { name: string; docs: string; args: string; category: string } {
  const args: string[] = [];
  const visit = (node: unknown, depth: number): void => {
    if (node === null || typeof node !== 'object' || depth > 4) return;
    for (const [property, member] of Object.entries((node as { properties?: object }).properties ?? {})) {
      const said = (member as { description?: unknown } | null)?.description;
      args.push(property, typeof said === 'string' ? said : '');
      visit(member, depth + 1);
    }
    visit((node as { items?: unknown }).items, depth + 1);
  };
  visit(schema, 0);
  return { name: name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2'), docs: description, args: args.join(' '), category };
}

const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** +3 for a term that is part of the key, +1 for one that is part of key, category or docs; ties stay in order. */
export function seedScorer(tools: readonly Tool[]): Ranker {
  const rows = tools.map((tool) => ({
    id: tool.id,
    key: tool.name.toLowerCase(),
    all: `${tool.name} ${tool.category ?? ''} ${tool.description ?? ''}`.toLowerCase(),
  }));
  return (query) => {
    const terms = words(query).filter((word) => word.length >= 2);
    return best(
      rows.map(({ id, key, all }) => [id, terms.reduce((sum, term) => sum + (key.includes(term) ? 3 : 0) + (all.includes(term) ? 1 : 0), 0)]),
    );
  };
}

/** k1 1.2, b 0.75, over one text of all there is. */
export function okapiBm25(tools: readonly Tool[]): Ranker {
  const documents = tools.map((tool) => {
    const { name, docs, args, category } = textOf(tool);
    const all = words(`${name} ${docs} ${args} ${category}`);
    const counts = new Map<string, number>();
    for (const word of all) counts.set(word, (counts.get(word) ?? 0) + 1);
    return { id: tool.id, counts, length: all.length };
  });
  const usual = documents.reduce((sum, { length }) => sum + length, 0) / documents.length;
  const having = new Map<string, number>();
  for (const { counts } of documents) for (const word of counts.keys()) having.set(word, (having.get(word) ?? 0) + 1);
  return (query) => {
    const terms = words(query);
    const idf = (term: string) => Math.log(1 + (documents.length - (having.get(term) ?? 0) + 0.5) / ((having.get(term) ?? 0) + 0.5));
    return best(
      documents.map(({ id, counts, length }) => {
        const gain = (term: string) => {
          const count = counts.get(term) ?? 0;
          return count === 0 ? 0 : (idf(term) * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / usual));
        };
        return [id, terms.reduce((sum, term) => sum + gain(term), 0)];
      }),
    );
  };
}

/** SQLite FTS5, porter stemming, bm25(). */
export function fts5(tools: readonly Tool[]): Ranker {
  const db = new DatabaseSync(':memory:');
  db.exec("CREATE VIRTUAL TABLE tools USING fts5(id UNINDEXED, name, docs, args, category, tokenize='porter unicode61')");
  const insert = db.prepare('INSERT INTO tools VALUES (?, ?, ?, ?, ?)');
  for (const tool of tools) {
    const { name, docs, args, category } = textOf(tool);
    insert.run(tool.id, name, docs, args, category);
  }
  const select = db.prepare('SELECT id FROM tools WHERE tools MATCH ? ORDER BY bm25(tools) LIMIT 20');
  return (query) => {
    const terms = [...new Set(words(query))];
    const telling = terms.filter((term) => !STOP_WORDS.has(term));
    const asked = telling.length > 0 ? telling : terms;
    return asked.length === 0 ? [] : (select.all(asked.map((term) => `"${term}"`).join(' OR ')) as { id: string }[]).map(({ id }) => id);
  };
}

function best(scored: readonly (readonly [string, number])[]): string[] {
  return scored
    .filter(([, score]) => score > 0)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 20)
    .map(([id]) => id);
}

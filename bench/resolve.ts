// `npm run bench:resolve [set …]`: how well resolve finds the right row, on public benchmarks whose tools are loaded as
// rows, beside three baselines on the same texts. Percent, with 95 % intervals. Prints; asserts nothing.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../scripts/build.ts';
import { fts5, okapiBm25, seedScorer, type Ranker } from './baselines.ts';
import { interval, measure, MEASURES, type Measured } from './measures.ts';
import { addRows, OWNER, startProduct } from './product.ts';
import { readTools, toolRows } from './toolRows.ts';

interface Query {
  readonly query: string;
  readonly gold: readonly string[];
}

const DATA = join(ROOT, 'bench/data/retrieval');
const asked = process.argv.slice(2);
const sets = asked.length > 0 ? asked : (await readdir(DATA)).toSorted();
const summary: string[] = [];

for (const set of sets) {
  const tools = await readTools(join(DATA, set, 'tools.jsonl'));
  const queries = (await readFile(join(DATA, set, 'queries.jsonl'), 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Query);
  const product = await startProduct();
  const { rows, ids } = toolRows(tools);
  const refusals = await addRows(product, rows);
  console.log(`\n${set}: ${tools.length} rows, ${queries.length} questions`);
  if (refusals.size > 0) console.log(`  schemas or rows refused: ${[...refusals].map(([why, count]) => `${count} × ${why}`).join(', ')}`);

  const answers: string[][] = [];
  const started = performance.now();
  for (const { query } of queries) {
    const answer = await fetch(`${product.url}/api/resolve?limit=20&ask=${encodeURIComponent(query.slice(0, 4_000))}`, { headers: OWNER });
    const body = await answer.json<{ candidates?: { key: string }[] }>();
    if (body.candidates === undefined) throw new Error(`${answer.status} for ${query}`);
    answers.push(body.candidates.map(({ key }) => ids.get(key) ?? key));
  }
  console.log(`  ${((performance.now() - started) / queries.length).toFixed(1)} ms a question`);
  await product.stop();

  const rank = (ranker: Ranker) => queries.map(({ query }) => ranker(query));
  const contenders: Record<string, string[][]> = {
    Rowcall: answers,
    'seed’s scorer': rank(seedScorer(tools)),
    'Okapi BM25': rank(okapiBm25(tools)),
    FTS5: rank(fts5(tools)),
  };
  const measured = Object.entries(contenders).map(
    ([name, ranked]) => [name, ranked.map((ids_, at) => measure(ids_, new Set(queries[at]?.gold)))] as const,
  );
  for (const [name, of] of measured)
    console.log(`  ${name.padEnd(14)} ${MEASURES.map((which) => `${which} ${figure(of.map((one) => one[which]))}`).join('   ')}`);
  const [own, ...baselines] = measured.map(([, of]) => of) as [Measured[], ...Measured[][]];
  const bestBaseline = (which: keyof Measured) =>
    baselines.map((of) => of.map((one) => one[which])).toSorted((one, other) => sum(other) - sum(one))[0] as number[];
  const gains = MEASURES.map((which) => {
    const against = bestBaseline(which);
    return `${which} ${figure(own.map((one, at) => one[which] - (against[at] ?? 0)))}`;
  });
  console.log(`  over the best baseline, question by question: ${gains.join('   ')}`);
  summary.push(
    `| ${set} | ${queries.length} | ${measured.map(([, of]) => MEASURES.map((which) => ((100 * sum(of.map((one) => one[which]))) / of.length).toFixed(1)).join(' / ')).join(' | ')} |`,
  );
}

console.log(
  `\n| set | questions | Rowcall | seed’s scorer | Okapi BM25 | FTS5 |  (top-1 / recall@5 / NDCG@10)\n|---|---|---|---|---|---|\n${summary.join('\n')}`,
);

function figure(values: readonly number[]): string {
  const { mean, low, high } = interval(values);
  return `${mean.toFixed(1)} (${low.toFixed(1)} to ${high.toFixed(1)})`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

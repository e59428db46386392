// Measures of ranked retrieval, and how sure they are. Pure.

export interface Measured {
  /** 1 where the first answer is right. */
  readonly top1: number;
  /** Share of the right answers among the first five. */
  readonly recall5: number;
  /** Normalised discounted cumulative gain over the first ten, binary gains. */
  readonly ndcg10: number;
}

export const MEASURES = ['top1', 'recall5', 'ndcg10'] as const;

export function measure(ranked: readonly string[], gold: ReadonlySet<string>): Measured {
  const gain = (at: number) => 1 / Math.log2(at + 2);
  const dcg = ranked.slice(0, 10).reduce((sum, id, at) => sum + (gold.has(id) ? gain(at) : 0), 0);
  const ideal = Array.from({ length: Math.min(10, gold.size) }, (_, at) => gain(at)).reduce((sum, one) => sum + one, 0);
  return {
    top1: ranked[0] !== undefined && gold.has(ranked[0]) ? 1 : 0,
    recall5: ranked.slice(0, 5).filter((id) => gold.has(id)).length / gold.size,
    ndcg10: dcg / ideal,
  };
}

/** Mean in percent with its 95 % interval by bootstrap over the queries; the seed is fixed, so a rerun gives the same. */
export function interval(values: readonly number[], resamples = 1_000): { mean: number; low: number; high: number } {
  const random = xorshift(20_260_101);
  const meanOf = (pick: (at: number) => number) => values.reduce((sum, _, at) => sum + pick(at), 0) / values.length;
  const means = Array.from({ length: resamples }, () => meanOf(() => values[Math.floor(random() * values.length)] ?? 0)).toSorted((a, b) => a - b);
  const at = (share: number) => 100 * (means[Math.floor(share * (means.length - 1))] ?? 0);
  return { mean: 100 * meanOf((index) => values[index] ?? 0), low: at(0.025), high: at(0.975) };
}

function xorshift(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

// The names somebody may have meant. Pure.
import { distance } from 'fastest-levenshtein';

/** A longer name than this is no slip of the pen, and comparing it costs time. */
const NAME_MAX_CHARS = 128;
/** A shorter name is part of too many others to say which one was meant. */
const PART_MIN_CHARS = 2;
/** The share of characters that may differ. */
const CUTOFF = 0.4;

/**
 * At most `limit` candidates that resemble the name, the nearest first, ties in the candidates' own order; empty where
 * none does. Case and `_`, `-`, `.`, space do not count. Part of a name counts as near: `lat` means `latitude`.
 */
export function nearest(name: string, candidates: readonly string[], limit: number): string[] {
  const wanted = plain(name);
  if (wanted === '' || name.length > NAME_MAX_CHARS) return [];
  return candidates
    .map((candidate) => ({ candidate, score: difference(wanted, plain(candidate)) }))
    .filter(({ score }) => score <= CUTOFF)
    .toSorted((one, other) => one.score - other.score)
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}

/** From 0, the same, to 1, nothing in common. */
function difference(wanted: string, candidate: string): number {
  if (candidate === '' || candidate.length > NAME_MAX_CHARS) return 1;
  if (candidate === wanted) return 0;
  const longest = Math.max(wanted.length, candidate.length);
  const shortest = Math.min(wanted.length, candidate.length);
  // A part is worse than one slip and better than a coincidence, and the better the more of the name it is.
  const unequal = 1 - shortest / longest;
  const part =
    shortest < PART_MIN_CHARS
      ? 1
      : candidate.startsWith(wanted) || wanted.startsWith(candidate)
        ? 0.2 + 0.15 * unequal
        : shortest > PART_MIN_CHARS && (candidate.includes(wanted) || wanted.includes(candidate))
          ? 0.25 + 0.15 * unequal
          : 1;
  // Characters more or less are edits too: past the cutoff the distance need not be known.
  if (unequal > CUTOFF) return part;
  const edits = isSwap(wanted, candidate) ? 1 : distance(wanted, candidate);
  // In a short name one slip is a large share of it, so one slip is always forgiven from three characters on.
  const slips = edits === 1 && longest >= 3 ? Math.min(edits / longest, CUTOFF / 2) : edits / longest;
  return Math.min(part, slips);
}

/** Two neighbours in each other's place are one slip, though two edits. */
function isSwap(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  const differ = Array.from(one, (_, at) => at).filter((at) => one[at] !== other[at]);
  const [first = 0, second = 0] = differ;
  return differ.length === 2 && second === first + 1 && one[first] === other[second] && one[second] === other[first];
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[\s_.-]/g, '');
}

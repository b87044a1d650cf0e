import type { Candidate } from './features.ts';

/** Similarity of two sentences: share of common words. */
function likeness(a: Set<string>, b: Set<string>): number {
  let common = 0;
  for (const word of a) if (b.has(word)) common += 1;
  return common / (a.size + b.size - common || 1);
}

const POOL = 80;
const REDUNDANCY = 1.6;

/**
 * Picks sentences of a scene by maximal marginal relevance, up to `budget` words; in order of the transcript.
 */
export function pick(candidates: Candidate[], budget: number, least = -Infinity): Candidate[] {
  const pool = [...candidates].sort((a, b) => b.score - a.score).slice(0, POOL);
  const worth = pool.map((candidate) => candidate.score);
  const picked: Candidate[] = [];
  let spent = 0;
  while (spent < budget && pool.length > 0) {
    let best = -1;
    for (let at = 0; at < pool.length; at += 1) {
      if (spent > 0 && spent + pool[at]!.sentence.words.length > budget * 1.15 + 8) continue;
      if (best < 0 || worth[at]! > worth[best]!) best = at;
    }
    if (best < 0 || worth[best]! < least) break;
    const [chosen] = pool.splice(best, 1);
    worth.splice(best, 1);
    picked.push(chosen!);
    spent += chosen!.sentence.words.length;
    pool.forEach((other, at) => {
      const neighbour = Math.abs(other.sentence.index - chosen!.sentence.index) === 1 ? 0.25 : 0;
      worth[at] = Math.min(
        worth[at]!,
        other.score - REDUNDANCY * likeness(other.stems, chosen!.stems) + neighbour,
      );
    });
  }
  return picked.sort((a, b) => a.sentence.index - b.sentence.index);
}

/** Words per scene: by the square root of its length, never zero. */
export function quotas(wordCounts: number[], budget: number): number[] {
  const roots = wordCounts.map((count) => Math.sqrt(count));
  const sum = roots.reduce((total, root) => total + root, 0) || 1;
  return roots.map((root) => (budget * root) / sum);
}

import type { Sentence } from '../reading/text.ts';

function likeness(a: Set<string>, b: Set<string>): number {
  let common = 0;
  for (const word of a) if (b.has(word)) common += 1;
  return common / (a.size + b.size - common || 1);
}

const POOL = 120;
const REDUNDANCY = 0.7;
const NEW_NAME = 0.8;

export interface Pickable {
  score: number;
  stems: Set<string>;
  wordCount: number;
  from: number;
  to: number;
  names: readonly number[];
}

export interface Passage extends Pickable {
  sentences: Sentence[];
  scene: number;
  text: string;
  retold: boolean;
  /** Shown only if its third of the session has few other passages. */
  isSpare: boolean;
  act: boolean;
}

/**
 * Picks passages that do not overlap by maximal marginal relevance, up to `budget` words, in transcript order. Adds their
 * names to `shown`.
 */
export function pick<Item extends Pickable>(
  candidates: Item[],
  budget: number,
  options: { least?: number; shown?: Set<number> } = {},
): Item[] {
  const shown = options.shown ?? new Set<number>();
  const pool = [...candidates].sort((a, b) => b.score - a.score).slice(0, POOL);
  const worth = pool.map((candidate) => candidate.score);
  const picked: Item[] = [];
  let spent = 0;
  while (spent < budget && pool.length > 0) {
    let best = -1;
    let most = -Infinity;
    for (let at = 0; at < pool.length; at += 1) {
      const item = pool[at]!;
      if (spent > 0 && spent + item.wordCount > budget * 1.15 + 8) continue;
      const value = worth[at]! + (item.names.some((name) => !shown.has(name)) ? NEW_NAME : 0);
      if (value > most) {
        best = at;
        most = value;
      }
    }
    if (best < 0 || most < (options.least ?? -Infinity)) break;
    const chosen = pool[best]!;
    picked.push(chosen);
    spent += chosen.wordCount;
    for (const name of chosen.names) shown.add(name);
    for (let at = pool.length - 1; at >= 0; at -= 1) {
      const other = pool[at]!;
      if (other.from <= chosen.to && other.to >= chosen.from) {
        pool.splice(at, 1);
        worth.splice(at, 1);
        continue;
      }
      worth[at] = Math.min(worth[at]!, other.score - REDUNDANCY * likeness(other.stems, chosen.stems));
    }
  }
  return picked.sort((a, b) => a.from - b.from);
}

/** Words per scene, by the square root of its length; never zero. */
export function quotas(wordCounts: number[], budget: number): number[] {
  const roots = wordCounts.map((count) => Math.sqrt(count));
  const sum = roots.reduce((total, root) => total + root, 0) || 1;
  return roots.map((root) => (budget * root) / sum);
}

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

const LEAST = 0.5;

/** Null if none shares half of the words. */
export function mostSimilar(text: string, others: readonly string[]): string | null {
  const words = wordsOf(text);
  let best: { text: string; likeness: number } | null = null;
  for (const other of others) {
    const theirs = wordsOf(other);
    const shared = [...words].filter((word) => theirs.has(word)).length;
    const likeness = (2 * shared) / Math.max(1, words.size + theirs.size);
    if (likeness >= LEAST && likeness > (best?.likeness ?? 0)) best = { text: other, likeness };
  }
  return best?.text ?? null;
}

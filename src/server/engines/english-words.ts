const FREQUENT = new Set(['the', 'and', 'you', 'to', 'of', 'is', 'it', 'that', 'we', 'what', 'this']);

/** @param words in lower case @returns the share of the most frequent English words, 0 to 1; about .25 in spoken English */
export function englishShare(words: readonly string[]): number {
  return words.length === 0 ? 0 : words.filter((word) => FREQUENT.has(word)).length / words.length;
}

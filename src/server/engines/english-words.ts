const FREQUENT = new Set(['the', 'and', 'you', 'to', 'of', 'is', 'it', 'that', 'we', 'what', 'this']);

/** @param words in lower case @returns the share of the most frequent English words, 0 to 1; about .25 in spoken English */
export function englishShare(words: readonly string[]): number {
  return words.length === 0 ? 0 : words.filter((word) => FREQUENT.has(word)).length / words.length;
}

/** A fifth of spoken English. */
const LEAST_ENGLISH = 0.05;
const SURELY_ENGLISH = 0.12;
const ENOUGH_WORDS = 60;

/** Whether texts are English; null: too short or too mixed to say. */
export function isEnglish(texts: readonly string[]): boolean | null {
  const words = texts.flatMap((text) => text.toLowerCase().match(/\p{L}+/gu) ?? []);
  const share = englishShare(words);
  if (words.length < ENOUGH_WORDS || (share >= LEAST_ENGLISH && share < SURELY_ENGLISH)) return null;
  return share >= SURELY_ENGLISH;
}

/** "German" for "de-AT". */
export const languageName = (tag: string): string =>
  new Intl.DisplayNames(['en'], { type: 'language' }).of(primaryTag(tag)) ?? tag;

export const primaryTag = (tag: string): string => tag.replace(/-.*$/, '').toLowerCase();

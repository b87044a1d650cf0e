const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
/** 150 words a minute. */
const MS_PER_WORD = 400;
/** 250 characters a minute, in scripts without spaces. */
const MS_PER_CHARACTER = 240;
/** A segmenter's time grows faster than the length of what it gets. */
const LONGEST_PIECE = 200;

/** A longer one is counted by its parts between hyphens, slashes and invisible characters. */
const LONGEST_WORD = 16;
const LETTERS = /[\p{L}\p{M}\p{N}'’]+/gu;
/** Of a word, on average: no longer text has more, unless its words are joined. */
const MOST_LETTERS = 12;
const LONG_TEXT = 100;
const LETTER = /[\p{L}\p{N}]/gu;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

export function isUnspaced(text: string): boolean {
  UNSPACED.lastIndex = 0;
  return UNSPACED.test(text);
}

/** How long people need to say it. */
export function spokenMs(text: string): number {
  let milliseconds = 0;
  for (const [token] of text.matchAll(/\S+/g)) {
    const characters = isUnspaced(token) ? (token.match(UNSPACED)?.length ?? 0) : 0;
    const rest = characters === 0 || /[\p{L}\p{N}]/u.test(token.replace(UNSPACED, '')) ? MS_PER_WORD : 0;
    milliseconds += characters * MS_PER_CHARACTER + rest;
  }
  return milliseconds;
}

/** Words that are joined are as long to read as others. */
export function wordsIn(text: string): number {
  let count = 0;
  for (const [token] of text.matchAll(/\S+/g)) {
    if (!isUnspaced(token)) {
      count += token.length > LONGEST_WORD ? Math.max(1, token.match(LETTERS)?.length ?? 0) : 1;
      continue;
    }
    for (let from = 0; from < token.length; from += LONGEST_PIECE)
      for (const { isWordLike } of segmenter.segment(token.slice(from, from + LONGEST_PIECE)))
        if (isWordLike) count += 1;
  }
  if (text.length < LONG_TEXT || count >= text.length / MOST_LETTERS) return count;
  return Math.max(count, Math.floor((text.match(LETTER)?.length ?? 0) / MOST_LETTERS));
}

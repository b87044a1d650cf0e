const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
/** 150 words a minute. */
const MS_PER_WORD = 400;
/** 250 characters a minute, in scripts without spaces. */
const MS_PER_CHARACTER = 240;
/** A segmenter's time grows faster than the length of what it gets. */
const LONGEST_PIECE = 200;

/** Of a word, on average: no text has longer ones, unless they are joined by something else than spaces. */
const MOST_LETTERS = 12;
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

/** Joined by hyphens or invisible characters, words are as long to read as others: no fewer than their letters say. */
export function wordsIn(text: string): number {
  let count = 0;
  for (const [token] of text.matchAll(/\S+/g)) {
    if (!isUnspaced(token)) {
      count += 1;
      continue;
    }
    for (let from = 0; from < token.length; from += LONGEST_PIECE)
      for (const { isWordLike } of segmenter.segment(token.slice(from, from + LONGEST_PIECE)))
        if (isWordLike) count += 1;
  }
  if (count >= text.length / MOST_LETTERS) return count;
  return Math.max(count, Math.floor((text.match(LETTER)?.length ?? 0) / MOST_LETTERS));
}

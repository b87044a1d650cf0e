/** Characters. The engine’s own search of such a text takes at most a few times as long as one pass. */
const SHORT = 128;

/**
 * Where `wanted` is first in `text` at or after `from`; -1 if nowhere. As `indexOf`, but in the time of one pass over both: `indexOf`
 * takes the product of both lengths where letters repeat, 20 s for 100,000 characters in a million.
 * Source: D. Knuth, J. Morris and V. Pratt, Fast pattern matching in strings, 1977.
 */
export function placeIn(text: string, wanted: string, from = 0): number {
  if (wanted.length <= SHORT) return text.indexOf(wanted, from);
  // In most texts not even its beginning is there, and then nothing needs a table.
  const start = text.indexOf(wanted.slice(0, SHORT), from);
  if (start < 0 || start + wanted.length > text.length) return -1;
  const back = tableOf(wanted);
  let same = 0;
  for (let at = start; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    while (same > 0 && wanted.charCodeAt(same) !== letter) same = back[same - 1] ?? 0;
    if (wanted.charCodeAt(same) === letter) same += 1;
    if (same === wanted.length) return at - same + 1;
  }
  return -1;
}

export const hasText = (text: string, wanted: string): boolean => placeIn(text, wanted) >= 0;

/** Characters: up to 100 ms. */
const MOST_COMPARED = 2_000_000;

/**
 * `hasText` for each of many texts in each of many others, as long as that is quick: beyond, nothing is found any more. Fifteen
 * paragraphs of 400 characters with 60 lines of evidence take 360,000.
 */
export function createBoundedSearch(most = MOST_COMPARED): typeof hasText {
  let compared = 0;
  return (text, wanted) => {
    if (wanted.length > text.length || compared > most) return false;
    compared += text.length;
    return hasText(text, wanted);
  };
}

/** The text without any of these words, or with others instead. */
export function withoutText(text: string, gone: string, instead = ''): string {
  if (gone === '') return text;
  const parts: string[] = [];
  let from = 0;
  for (let at = placeIn(text, gone); at >= 0; at = placeIn(text, gone, from)) {
    parts.push(text.slice(from, at));
    from = at + gone.length;
  }
  return [...parts, text.slice(from)].join(instead);
}

/** For each beginning of the text, how long its longest own beginning is that is also its end. */
function tableOf(wanted: string): Int32Array {
  const table = new Int32Array(wanted.length);
  let same = 0;
  for (let at = 1; at < wanted.length; at += 1) {
    while (same > 0 && wanted.charCodeAt(same) !== wanted.charCodeAt(at)) same = table[same - 1] ?? 0;
    if (wanted.charCodeAt(same) === wanted.charCodeAt(at)) same += 1;
    table[at] = same;
  }
  return table;
}

const MOST_WORDS = 6;
const MOST_CHARACTERS = 120;

/** A name in selected text, without punctuation around it or a possessive; empty if it is none. */
export function selectedName(selected: string): string {
  const name = selected
    .trim()
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    .replace(/['’]s$/u, '');
  const isName =
    name.length <= MOST_CHARACTERS && !/[\n\r]/u.test(name) && name.split(/\s+/u).length <= MOST_WORDS;
  return isName ? name : '';
}

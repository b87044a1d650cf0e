const MOST_WORDS = 6;
const MOST_CHARACTERS = 120;

/** Without surrounding punctuation or a possessive. */
export function selectedName(selected: string): string {
  const name = selected
    .trim()
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    .replace(/['’]s$/u, '');
  const isName =
    name.length <= MOST_CHARACTERS && !/[\n\r]/u.test(name) && name.split(/\s+/u).length <= MOST_WORDS;
  return isName ? name : '';
}

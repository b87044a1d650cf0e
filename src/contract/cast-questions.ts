export const castQuestion = (label: string, character: string) => `Does ${label} play ${character}?`;

/** Characters. Two names of the longest, and more: a longer text is no question about names, and takes long to read as one. */
const LONGEST_ABOUT_NAMES = 500;
export const mayBeAboutNames = (text: string): boolean => text.length <= LONGEST_ABOUT_NAMES;

/** Null for any other text. */
export function readCastQuestion(text: string): { label: string; character: string } | null {
  if (!mayBeAboutNames(text)) return null;
  const [, label, character] = /^Does (.+) play (.+)\?$/u.exec(text) ?? [];
  return label === undefined || character === undefined ? null : { label, character };
}

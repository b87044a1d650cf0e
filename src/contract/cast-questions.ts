export const castQuestion = (label: string, character: string) => `Does ${label} play ${character}?`;

/** Null for any other text. */
export function readCastQuestion(text: string): { label: string; character: string } | null {
  const [, label, character] = /^Does (.+) play (.+)\?$/u.exec(text) ?? [];
  return label === undefined || character === undefined ? null : { label, character };
}

import { spelling } from './recognized-text.ts';

export const keyOf = (text: string) => spelling(text).trim().toLowerCase();

const numbered =
  /^(?:(?:unknown|speaker|player|guest|voice|person|participant|host|spk|spkr|s|sprecher|locuteur|intervenant|hablante|interlocutor|orador|parlante|说话人|說話人|发言人|發言人|話者|화자)?(?:[\s_#-]*\d+|[\s_#-]+\w)|unknown(?: (?:speaker|voice))?|speaker|player|guest|voice|person|participant|everyone|all|\w)(?: \(part \d+\))?$/u;

/** "Speaker 1" is someone else in each session. */
export const isLasting = (label: string) => !numbered.test(keyOf(label));

/** "MATT" → "Matt"; other labels stay unchanged. */
export function shownLabel(label: string): string {
  if (label.length <= 2 || label !== label.toUpperCase()) return label;
  return label
    .toLowerCase()
    .replace(/(^|[\s\-'])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}

import { spelling } from './recognized-text.ts';

export const keyOf = (text: string) => spelling(text).trim().toLowerCase();

const speaker =
  'unknown|speaker|player|guest|voice|person|participant|host|spk|spkr|s|sprecher|locuteur|intervenant|hablante|interlocutor|orador|parlante|说话人|說話人|发言人|發言人|話者|화자';
const part = ' \\(part \\d+\\)';
const numbered = new RegExp(
  `^(?:(?:${speaker})?(?:[\\s_#-]*\\d+|[\\s_#-]+\\w)|unknown(?: (?:speaker|voice))?|speaker|player|guest|voice|person|participant|everyone|all|\\w)(?:${part})?$`,
  'u',
);

/** “Speaker 1” or “SPEAKER_02” in sentences; not “Speaker 1 and 2”, which is two of them. Whoever finds “player 2” there checks its letters. */
export const numberedLabels = new RegExp(
  `(?<![\\p{Script=Latin}\\p{N}_#/])(?:${speaker})(?:[ _#\\\\-]*\\d+|[ _]\\p{L})(?:${part})?` +
    '(?![\\p{Script=Latin}\\p{N}_]|[.,:]\\d|\\s*(?:[,/&+–-]|and|or|to|und|oder|bis|et|ou|à|y|o|e)\\s*\\d)',
  'giu',
);

/** "Speaker 1" is someone else in each session. */
export const isLasting = (label: string) => !numbered.test(keyOf(label));

/** Whether it may have to be shown with the name of a voice: a quotation, or a sentence about one. */
export const mayNameVoice = (text: string) => text.includes(': “') || text.search(numberedLabels) >= 0;

/** "MATT" → "Matt"; other labels stay unchanged. */
export function shownLabel(label: string): string {
  if (label.length <= 2 || label !== label.toUpperCase()) return label;
  return label
    .toLowerCase()
    .replace(/(^|[\s\-'])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}

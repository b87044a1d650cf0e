import { isLasting } from '#contract/labels.ts';
import { recognized } from '#contract/recognized-text.ts';

/** Whether words are but what an erased voice is called, as labels write it; also if there are none. */
export type IsTheirs = (words: string) => boolean;

/** When something was said, as exports write it behind it. */
export const writtenTime =
  '[*_]{0,3}[([](?:about )?(?:\\d+:)?\\d{1,2}:\\d{2}[)\\]](?:\\([^()\\s]{0,300}\\))?[*_]{0,3}';
const times = new RegExp(writtenTime, 'gu');
const says =
  / (?:says?|said|asks?|asked|adds?|added|tells?|told|answer(?:s|ed)?|repl(?:y|ies|ied)|shout(?:s|ed)?|whisper(?:s|ed)?)(?: to)?(?: \p{L}+)?$/u;

/** Without case, accents, marks, titles, a time, and what is in brackets behind it. */
const folded = (words: string): string =>
  recognized(words.replace(/\]\([^()\s]*\)/g, '').replace(times, ' '))
    .replace(/(?<=[\p{L}\p{M}\p{N}][*_~`\]"”’]*)\s*\([^()]*\)/gu, '')
    .replace(/&(?:amp;)?|[+/]/g, ' and ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^(?:(?:dr|mrs?|ms|st|prof|\p{L}) )+/u, '');

const foldedNames = (names: readonly string[]): Set<string> =>
  new Set(
    names.flatMap((name) => {
      const whole = folded(name);
      return isLasting(name) ? [whole, whole.split(' ')[0] ?? whole] : [whole];
    }),
  );

/**
 * By names, or a lasting one's first word; also as one of several voices, or with a word for saying.
 * @param others the names of all other voices
 */
export function createIsTheirs(own: readonly string[], others: readonly string[]): IsTheirs {
  const theirs = foldedNames(own);
  const all = foldedNames([...own, ...others]);
  return (words) => {
    const name = folded(words).replace(says, '');
    const voices = name.split(' and ');
    return (
      name === '' ||
      theirs.has(name) ||
      (voices.some((one) => theirs.has(one)) && voices.every((one) => all.has(one)))
    );
  };
}

import { isLasting } from '#contract/labels.ts';
import { recognized, spelling } from '#contract/recognized-text.ts';

/** Whether words are but what an erased voice is called, as labels write it; also if there are none. */
export type IsTheirs = (words: string) => boolean;

/** When something was said, as exports write it behind it. */
export const writtenTime =
  '[*_]{0,3}[([](?:about )?(?:\\d+:)?\\d{1,2}:\\d{2}[)\\]](?:\\([^()\\s]{0,300}\\))?[*_]{0,3}';
const times = new RegExp(writtenTime, 'gu');
const says =
  /^(.+?) (?:says?|said|asks?|asked|adds?|added|tells?|told|answer(?:s|ed)?|repl(?:y|ies|ied)|shout(?:s|ed)?|whisper(?:s|ed)?)(?: to)?(?: (.+))?$/iu;
const joined = / (?:and|und|et|y) /iu;
const capitals = /^\p{Lu}[\p{L}\p{M}]*(?: \p{Lu}[\p{L}\p{M}]*){0,2}$/u;
const gameMaster =
  'gm,dm,game master,gamemaster,dungeon master,spielleiter,spielleiterin,sl,mj,maitre du jeu'.split(',');
/** A player may be called so, too. */
const INITIALS = new Set(['sl', 'mj']);

export interface Names {
  /** Of people, and labels. */
  people: readonly string[];
  characters: readonly string[];
}

/** Only letters and digits, without a time, and what is in brackets behind it, unless that is a remark. */
const plain = (words: string, isName: (inside: string) => boolean): string =>
  spelling(words)
    .replace(/\]\([^()\s]*\)/g, '')
    .replace(times, ' ')
    .replace(/(?<=[\p{L}\p{M}\p{N}][*_~`\]"”’]*)\s*\(([^()]*)\)/gu, (whole, inside: string) =>
      /^\s*\S*\s*$/u.test(inside) || isName(inside) ? '' : whole,
    )
    .replace(/&(?:amp;)?|[+/,]/g, ' and ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/** Without case, accents, marks and titles. */
const folded = (text: string): string => recognized(text).replace(/^(?:(?:dr|mrs?|ms|st|prof|\p{L}) )+/u, '');

const foldedNames = ({ people, characters }: Names, isOrdinary: (word: string) => boolean): Set<string> => {
  const partsOf = (name: string, isPerson: boolean): string[] => {
    const whole = folded(plain(name, () => false));
    const words = whole.split(' ');
    const [first = whole, last = whole] = [words[0], words.at(-1)];
    if (!isLasting(name)) return [whole];
    if (isPerson && words.every(isOrdinary)) return [whole];
    if (isPerson) return isOrdinary(last) ? [whole, first] : [whole, first, last];
    return isOrdinary(first) ? [whole] : [whole, first];
  };
  return new Set([
    ...people.flatMap((name) => partsOf(name, true)),
    ...characters.flatMap((name) => partsOf(name, false)),
  ]);
};

/**
 * By names, a person's first or last word, or a character's first; also as one of several voices, or with a word for saying.
 * @param others the names of all other voices @param isOrdinary whether a word in lower case, if alone, is no name
 */
export function createIsTheirs(own: Names, others: Names, isOrdinary: (word: string) => boolean): IsTheirs {
  const theirs = foldedNames(own, isOrdinary);
  if (gameMaster.some((name) => !INITIALS.has(name) && theirs.has(name)))
    for (const name of gameMaster) theirs.add(name);
  const all = new Set([...theirs, ...foldedNames(others, isOrdinary)]);
  const isVoice = (text: string) =>
    all.has(folded(text)) ||
    (capitals.test(text) && !text.split(' ').some((word) => isOrdinary(word.toLowerCase())));
  return (words) => {
    const text = plain(words, (inside) => all.has(folded(plain(inside, () => false))));
    if (text === '' || theirs.has(folded(text))) return true;
    const [, voices = text, whom = ''] = says.exec(text) ?? [];
    const parts = voices.split(joined);
    return (
      parts.some((one) => theirs.has(folded(one))) &&
      parts.every(isVoice) &&
      (!whom.includes(' ') || whom.split(joined).every(isVoice))
    );
  };
}

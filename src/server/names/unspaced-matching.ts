import { isUnspaced, oneWriting, spelledOut, spelling, unspacedPlaces } from '#contract/recognized-text.ts';
import { editDistance } from '#server/platform/edit-distance.ts';
import type { Match, Matcher } from './match.ts';

interface Place {
  start: number;
  end: number;
}

const KATAKANA = /^[\p{Script=Katakana}ー]+$/u;
const HAN = /^\p{Script=Han}$/u;
const SCRIPTS = [/\p{Script=Han}/u, /\p{Script=Hiragana}/u, /\p{Script=Katakana}/u, /\p{Script=Thai}/u];
/** Words that stand beside a name; in place of one of its letters they are none of it. */
const BESIDE_NAMES =
  '的了是在有和跟与與同去来來说說对對把被给給向让讓叫问問看到从從我你您他她它们們这這那哪就也都又还還不没沒很太着著过過上下里裡中后後前外个個位一二三两兩见見找等用将將以于於而或但请請想要会會能可帮幫救杀殺打追跑走';
/** In fewer letters than these, one that differs makes another name. */
const LEAST_LETTERS = { han: 3, katakana: 3, other: 4 };
const LONG_KATAKANA = 6;
const SOUNDS: readonly [RegExp, string][] = [
  [/ヴ(?=[ァィェォ])/g, 'ブ'],
  [/ヴ/g, 'ブ'],
  [/ブァ/g, 'バ'],
  [/ブィ/g, 'ビ'],
  [/ブェ/g, 'ベ'],
  [/ブォ/g, 'ボ'],
  [/ヂ/g, 'ジ'],
  [/ヅ/g, 'ズ'],
  [/[ーッ・]/g, ''],
];
const SMALL = 'ァィゥェォャュョヮ';
const LARGE = 'アイウエオヤユヨワ';

/** Finds a name wherever it is not part of a longer known one; `isExact` leaves out what merely resembles it. */
export function createUnspacedMatcher({
  wrong,
  right,
  known = [],
  masked,
  isExact = false,
}: {
  wrong: string;
  right: string;
  known?: readonly string[];
  masked: (text: string) => Place[];
  isExact?: boolean;
}): Matcher {
  const wanted = spelling(wrong);
  const letters = [...wanted];
  const plain = oneWriting(wanted);
  const sound = soundOf(wanted);
  const others = [right, ...known].map(spelling).filter((name) => name !== '' && name !== wanted);
  const apart = new Set(others);
  const longer = others.filter((name) => name.includes(wanted));
  const isKatakana = KATAKANA.test(wanted);

  function verdict(form: string): ReturnType<Matcher['verdict']> {
    const own = spelling(form);
    const found = (certainty: Match['certainty']) => ({ certainty, replacement: right });
    if (own === wanted) return found(form === wrong ? 'exact' : 'inflected');
    if (isExact || apart.has(own)) return null;
    if (oneWriting(own) === plain) return found(isKatakana || KATAKANA.test(own) ? 'phonetic' : 'inflected');
    if (isKatakana) {
      if (!KATAKANA.test(own)) return null;
      const heard = soundOf(own);
      if (heard === sound) return found('phonetic');
      const isLong = Math.min(sound.length, heard.length) >= LONG_KATAKANA;
      const isAsLong = sound.length >= LEAST_LETTERS.katakana && heard.length === sound.length;
      const most = isLong ? 2 : 1;
      return (isLong || isAsLong) && editDistance(sound, heard, most) <= most ? found('similar') : null;
    }
    return isOneLetterOff([...own], letters) ? found('similar') : null;
  }

  function find(text: string): Match[] {
    if (!isUnspaced(text)) return [];
    const spelt = spelledOut(text);
    const found: Match[] = [];
    const taken = masked(text);
    const isFree = ({ start, end }: Place) => taken.every((each) => end <= each.start || start >= each.end);
    const take = (places: Place[]) => {
      for (const place of places) {
        const form = text.slice(place.start, place.end);
        const own = isFree(place) ? verdict(form) : null;
        if (own === null) continue;
        found.push({ ...place, text: form, ...own });
        taken.push(place);
      }
    };
    const placesOf = (names: readonly string[]) =>
      names.filter((name) => spelt.text.includes(name)).flatMap((name) => unspacedPlaces(spelt, name));
    taken.push(...placesOf(longer));
    take(unspacedPlaces(spelt, wanted));
    if (isExact) return found;
    const places = isKatakana ? katakanaWords(spelt) : windows(spelt, letters);
    const alike = places.flatMap((place) => {
      const own = verdict(text.slice(place.start, place.end));
      return own === null ? [] : [{ place, isSimilar: own.certainty === 'similar' }];
    });
    // There may be very many names.
    if (alike.length > 0) taken.push(...placesOf(others));
    const near = alike.filter(({ place }) => isFree(place));
    take(near.filter(({ isSimilar }) => !isSimilar).map(({ place }) => place));
    take(near.map(({ place }) => place));
    return found.sort((one, other) => one.start - other.start);
  }

  return { find, verdict };
}

/** Each letter in the script of the one that it stands for, one of them another. */
function isOneLetterOff(own: readonly string[], wanted: readonly string[]): boolean {
  if (own.length !== wanted.length) return false;
  const least = wanted.every((letter) => HAN.test(letter)) ? LEAST_LETTERS.han : LEAST_LETTERS.other;
  if (own.length < least) return false;
  let changed = 0;
  for (const [index, letter] of own.entries()) {
    const other = wanted[index] ?? '';
    if (oneWriting(letter) === oneWriting(other)) continue;
    changed += 1;
    const isAlike = SCRIPTS.some((script) => script.test(letter) && script.test(other));
    if (changed > 1 || !isAlike || BESIDE_NAMES.includes(letter)) return false;
  }
  return changed === 1;
}

/** Katakana words end where their script does. */
function katakanaWords({ text, starts, ends }: ReturnType<typeof spelledOut>): Place[] {
  return [...text.matchAll(/[\p{Script=Katakana}ー]+|[\p{Script=Hiragana}ー]+/gu)].flatMap(
    ({ index, 0: word }) => {
      const [start, end] = [starts[index], ends[index + word.length - 1]];
      return start === undefined || end === undefined ? [] : [{ start, end }];
    },
  );
}

/** Every stretch of as many letters, most of which are the wanted ones. */
function windows({ text, starts, ends }: ReturnType<typeof spelledOut>, wanted: readonly string[]): Place[] {
  const letters = [...text];
  const plain = wanted.map(oneWriting);
  const places: Place[] = [];
  let unit = 0;
  for (let at = 0; at + wanted.length <= letters.length; at += 1) {
    let missed = 0;
    let units = 0;
    for (let index = 0; index < wanted.length; index += 1) {
      const letter = letters[at + index] ?? '';
      units += letter.length;
      if (letter !== wanted[index] && oneWriting(letter) !== plain[index]) missed += 1;
      if (missed > 1) break;
    }
    const [start, end] = [starts[unit], ends[unit + units - 1]];
    if (missed <= 1 && start !== undefined && end !== undefined) places.push({ start, end });
    unit += (letters[at] ?? '').length;
  }
  return places;
}

/** As it is said: long vowels, small letters and foreign sounds are written in several ways. */
function soundOf(katakana: string): string {
  if (!KATAKANA.test(katakana)) return katakana;
  return SOUNDS.reduce((word, [written, said]) => word.replace(written, said), katakana).replace(
    /[ァィゥェォャュョヮ]/g,
    (letter) => LARGE.charAt(SMALL.indexOf(letter)),
  );
}

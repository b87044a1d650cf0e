import { normalized } from '#contract/normalized.ts';
import { CLUSTERS, plainLetter } from '#contract/recognized-text.ts';

/** Invisible characters and marks of formatting: readers see none of it, so it may interrupt a name or end it. */
export const JOINT = '\u0000';

export interface ReadText {
  /** Lower-case letters and digits, joints, and one space for any other signs. */
  text: string;
  starts: number[];
  ends: number[];
  capitals: boolean[];
}

const FORMATTING =
  /<!--[\s\S]{0,200}?-->|<\/?[a-z][^<>]{0,200}>|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,20});|\]\([^()\n]{0,300}\)|\]\[[^[\]]{0,99}\]|\\[!-/:-@[-`{-~]|[*_~`[\]\\|]|%[\da-f]{2}(?:%[\da-f]{2})*/giu;

const NAMED: Readonly<Record<string, string>> = {
  nbsp: ' ',
  apos: "'",
  rsquo: "'",
  szlig: 'ß',
  aelig: 'æ',
  oelig: 'œ',
};

/** Letters of other alphabets that look like Latin ones, and Latin ones without a decomposition. */
const LOOK_ALIKES = new Map<string, string>(
  [
    ['абвезиклмнорстухуіјѕһԁԛԝӏ', 'a6be3uklmhopctyxyijshdqwl'],
    ['αβεζηικμνορτυχω', 'abeznikmvoptuxw'],
    ['ᴀʙᴄᴅᴇғɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnoprstuvwyz'],
    ['ɑɡɩɫȷ', 'agilj'],
  ].flatMap(([from = '', to = '']) =>
    [...from].map((letter, at): [string, string] => [letter, to[at] ?? letter]),
  ),
);
/** As they look in lower case; in upper case they look like other letters. */
const CAPITAL_LOOK_ALIKES = new Map<string, string>(
  [...'АВЕЗІЈКМНОРСТУХΑΒΕΖΗΙΚΜΝΟΡΤΥΧ'].map((letter, at) => [
    letter,
    'abe3ijkmhopctyxabezhikmnoptyx'[at] ?? letter,
  ]),
);
/** Enclosed letters and flags begin with A at these places. */
const ENCLOSED = [0x1f130, 0x1f150, 0x1f170, 0x1f1e6];

function decoded(piece: string): string {
  if (piece.startsWith('%')) {
    try {
      return decodeURIComponent(piece);
    } catch {
      return JOINT;
    }
  }
  if (piece.startsWith('&')) {
    const name = piece.slice(1, -1);
    const number = /^#x/iu.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    if (name.startsWith('#')) return number > 0 && number < 0x110000 ? String.fromCodePoint(number) : JOINT;
    const accented =
      /^(?<letter>[a-z])(?:acute|grave|circ|uml|tilde|cedil|ring|caron|slash|macr|breve|ogon|dot|dblac|strok)$/iu.exec(
        name,
      )?.groups?.letter;
    return (
      NAMED[name.toLowerCase()] ??
      accented ??
      (/^(?:shy|zw|lrm|rlm|invisible|nobreak)/iu.test(name) ? JOINT : ' ')
    );
  }
  return JOINT;
}

function letterOf(cluster: string): string {
  if (cluster.length === 1 && cluster.charCodeAt(0) < 128) return cluster.toLowerCase();
  const point = cluster.codePointAt(0) ?? 0;
  const enclosed = ENCLOSED.find((from) => point >= from && point < from + 26);
  if (enclosed !== undefined) return String.fromCodePoint(point - enclosed + 97);
  const [first = ''] = normalized(cluster, 'NFD');
  const capital = CAPITAL_LOOK_ALIKES.get(first);
  return capital ?? [...plainLetter(cluster)].map((letter) => LOOK_ALIKES.get(letter) ?? letter).join('');
}

const LETTER = /^[\p{L}\p{N}\p{M}]$/u;
const isAsciiLetter = (letter: string) => /^[a-z\d]$/u.test(letter);

/** What readers of the source would see of formatting: addresses, attributes, comments. */
export const hiddenWithin = (source: string): { at: number; text: string }[] =>
  [...source.matchAll(FORMATTING)].flatMap(({ index, 0: piece }) =>
    /^(?:<|\]).{2}/su.test(piece) ? [{ at: index + 1, text: piece.slice(1) }] : [],
  );

/** Reads text as a person sees it, whatever it is made of, and keeps where each letter stands. */
export function readDisguised(source: string): ReadText {
  const letters: string[] = [];
  const read: Omit<ReadText, 'text'> = { starts: [], ends: [], capitals: [] };

  function put(letter: string, [start, end]: readonly [number, number], isCapital: boolean): void {
    const isLetter = isAsciiLetter(letter) || LETTER.test(letter);
    const shown = isLetter || letter === JOINT || letter === "'" || letter === '-' ? letter : ' ';
    if (shown === JOINT && letters.at(-1) === JOINT) return;
    for (const unit of shown.split('')) {
      letters.push(unit);
      read.starts.push(start);
      read.ends.push(end);
      read.capitals.push(isCapital);
    }
  }

  function putAll(piece: string, offset: number, whole?: readonly [number, number]): void {
    for (const { index, 0: cluster } of piece.matchAll(CLUSTERS)) {
      const place = whole ?? ([offset + index, offset + index + cluster.length] as const);
      const plain = letterOf(cluster);
      const isCapital =
        /[\p{Lu}\p{Lt}]/u.test(normalized(cluster, 'NFKC')) || (cluster.codePointAt(0) ?? 0) >= 0x1f130;
      if (plain === '') put(JOINT, place, false);
      for (const letter of plain) put(letter, place, isCapital);
    }
  }

  let from = 0;
  for (const { index, 0: piece } of source.matchAll(FORMATTING)) {
    putAll(source.slice(from, index), from);
    const place = [index, index + piece.length] as const;
    if (/^\\[^\\]/u.test(piece) && !/^\\[*_~`[\]|]/u.test(piece)) putAll(piece.slice(1), index + 1);
    else putAll(decoded(piece), index, place);
    from = index + piece.length;
  }
  putAll(source.slice(from), from);
  return { ...read, text: letters.join('') };
}

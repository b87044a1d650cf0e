import { normalized } from '#contract/normalized.ts';
import type { Speaker } from '#contract/transcript.ts';
import { present } from '#contract/unknown-values.ts';
import { hiddenWithin, JOINT, type ReadText, readDisguised } from './disguised-text.ts';

export interface HideNames {
  (text: string): string;
  /** For text that formatting divides: a name may begin in one piece and end in another. */
  across(pieces: readonly string[]): string[];
}

export const keepNames: HideNames = Object.assign((text: string) => text, {
  across: (pieces: readonly string[]) => [...pieces],
});

const partOfTable =
  /^(?:(?:unknown|speaker|player|guest|narrator|everyone|all|gm|dm|game ?master|dungeon ?master|host|voice|person|participant)[\s_#-]*\w{0,2}|\d+|\w)$/iu;

const particles = new Set([
  'the',
  'and',
  'von',
  'van',
  'de',
  'der',
  'den',
  'di',
  'da',
  'la',
  'le',
  'el',
  'of',
  'dm',
  'gm',
]);

/** Names that are also words: in lower case they stay. */
const words = new Set(
  (
    'will mark rose grace hope faith joy may april june august summer autumn dawn eve bill jack pat sue rob art chip ' +
    'chase cliff clay dean drew duke earl frank gene glen grant guy hunter iris ivy jade jasmine jean jewel king lance ' +
    'lily major mason max melody miles mike nick norm olive page pearl penny pierce piper poppy queen ray reed rich robin ' +
    'rock ruby rusty sage sandy skip sky stone storm victor violet wade ward warden wren bob dick john harry jimmy ' +
    'baker smith fisher hill wood woods brook brooks young long short white black brown green gray grey bell cook ' +
    'cooper carter potter taylor turner walker miller shepherd parker porter carpenter archer bishop abbot knight page ' +
    'lord price field fields ford forest rivers river lake land banks bush church cross day knight moon star winter ' +
    'fox wolf bird crow raven swan hawk finch lamb bull buck bear drake bow bolt flint steel silver gold golden ' +
    'sharp swift strong wise noble good best fair sweet gay little small big rush case cash castle chance charity ' +
    'angel amber basil brandy candy carol christian colt crystal daisy destiny dot ebony essence fern flora gale ginger ' +
    'glory harmony harper haven hazel heath heather holly honey hugh jet justice kit liberty love lucky marina mercy ' +
    'merry mercy nova ocean opal patience peg peter phoenix pip prince rain randy rebel reef ridge rod roman rowan rune ' +
    'sailor sara serenity shade shell sienna sterling sunny tad tiger trinity trip troy true tuck van vale wand willow ' +
    'woody zephyr hall hand head house hood hook horn hunt jolly keen key kind knot law lock marsh mist moss north nut ' +
    'park peck pike pitt pond pool pope post power read reeve right road root rose sand shaw ship short singer snow ' +
    'south spark spear spring squire stark staff sugar temple thorn tower town trail tree vine wall water watts way ' +
    'weaver webb wells west wild win wind wing worth wright yard east bard rogue ranger cleric monk paladin wizard ' +
    'the and you she her him his they them that this from with what when where who why how all any one two are was'
  ).split(' '),
);

/** Formatting ends and begins here. */
const BETWEEN = '\u200b';

interface Form {
  letters: string[];
  person: string;
  /** A name of several words: no word by chance. */
  isFull: boolean;
}

/** Each person keeps their number. */
export function hideNames(
  speakers: readonly (Pick<Speaker, 'label' | 'role'> & { person?: string })[],
): HideNames {
  const forms = new Map<string, Form>();
  const literals = new Map<string, string>();
  const players = new Set<string>();
  for (const { label, role, person } of speakers) {
    const name = normalized(label).trim();
    const bare = name.replace(/\s*[([].*?[)\]]\s*/gu, ' ').trim();
    if (bare === '' || partOfTable.test(bare)) continue;
    const key = person ?? bare.toLowerCase();
    if (role !== 'gm') players.add(key);
    const pseudonym = role === 'gm' ? 'the game master' : `Player ${[...players].indexOf(key) + 1}`;
    const parts = bare
      .split(/[\s,/&]+/u)
      .filter((part) => part.length > 1 && !particles.has(part.toLowerCase()));
    for (const form of [name, bare, ...parts]) {
      const letters = lettersOf(form);
      const known = letters.join('');
      if (letters.length < 2 && !literals.has(form)) literals.set(form, pseudonym);
      if (letters.length < 2 || forms.has(known)) continue;
      forms.set(known, { letters, person: pseudonym, isFull: form.split(/[\s,/&]+/u).length > 1 });
    }
  }
  return forms.size + literals.size === 0 ? keepNames : hiderOf([...forms.values()], literals);
}

const lettersOf = (name: string): string[] =>
  readDisguised(name)
    .text.split('')
    .filter((letter) => letter !== JOINT && letter !== ' ' && letter !== "'" && letter !== '-');

interface Place {
  start: number;
  end: number;
  replacement: string;
}

interface Branch {
  form: Form | null;
  next: Map<string, Branch>;
}

const newBranch = (): Branch => ({ form: null, next: new Map() });

function branchesOf(forms: readonly Form[]): Branch {
  const root = newBranch();
  for (const form of forms) {
    let branch = root;
    for (const letter of form.letters) {
      const next = branch.next.get(letter) ?? newBranch();
      branch.next.set(letter, next);
      branch = next;
    }
    branch.form = form;
  }
  return root;
}

/** More than between any two letters of a name. */
const MOST_SIGNS = 7;

/** The names that may begin here, whatever stands between their letters; the longest first. */
function formsAt({ text }: ReadText, at: number, root: Branch): Form[] {
  const found: Form[] = [];
  let branch: Branch | undefined = root;
  let signs = 0;
  for (let place = at; place < text.length && signs <= MOST_SIGNS; place += 1) {
    const letter: string = text[place] ?? '';
    if (!isLetter(letter)) {
      signs += 1;
      continue;
    }
    signs = 0;
    branch = branch.next.get(letter);
    if (branch === undefined) break;
    if (branch.form !== null) found.push(branch.form);
  }
  return found.reverse();
}

/** Where names of signs are, as they are written; the longest first. Quick for thousands of names. */
function signsFinder(literals: ReadonlyMap<string, string>): (source: string) => Place[] {
  const lengths = [...new Set([...literals.keys()].map(({ length }) => length))].sort((a, b) => b - a);
  const beginnings = new Set([...literals.keys()].map((name) => name[0]));
  const isPartOfWord = (sign: string | undefined) => sign !== undefined && /^[\p{L}\p{N}\p{M}]/u.test(sign);
  const before = (source: string, at: number) => Array.from(source.slice(Math.max(0, at - 2), at)).at(-1);
  return (source) => {
    const places: Place[] = [];
    for (let at = 0; at < source.length; at += 1) {
      if (!beginnings.has(source[at]) || isPartOfWord(before(source, at))) continue;
      for (const length of lengths) {
        const replacement = literals.get(source.slice(at, at + length));
        if (replacement === undefined || isPartOfWord(source.slice(at + length, at + length + 2))) continue;
        places.push({ start: at, end: at + length, replacement });
        at += length - 1;
        break;
      }
    }
    return places;
  };
}

/** @param literals names of signs, which are found as they are written */
function hiderOf(forms: readonly Form[], literals: ReadonlyMap<string, string>): HideNames {
  const signsIn = signsFinder(literals);
  const root = branchesOf(forms);

  function placesIn(source: string): Place[] {
    const read = readDisguised(source);
    const places: Place[] = [];
    const dead = new Set<number>();
    let at = 0;
    while (at < read.text.length) {
      const run = mayBegin(read, at) ? runAt(read, at, dead) : null;
      if (run === null) {
        at += 1;
        continue;
      }
      places.push({
        start: read.starts[at] ?? 0,
        end: read.ends[run.end - 1] ?? 0,
        replacement: run.people.join(' '),
      });
      at = run.end;
    }
    const isTaken = new Uint8Array(source.length);
    for (const { start, end } of places) isTaken.fill(1, start, end);
    const add = (place: Place) => {
      if (isTaken.subarray(place.start, place.end).includes(1)) return;
      isTaken.fill(1, place.start, place.end);
      places.push(place);
    };
    for (const { at, text } of hiddenWithin(source))
      for (const { start, end, replacement } of placesIn(text))
        add({ start: at + start, end: at + end, replacement });
    for (const place of signsIn(source)) add(place);
    return places.sort((one, other) => one.start - other.start);
  }

  /** One name, or several without anything between them. @param dead where none begins that ends well */
  function runAt(read: ReadText, start: number, dead: Set<number>): { end: number; people: string[] } | null {
    const path = [{ at: start, forms: formsAt(read, start, root), person: '' }];
    for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
      const form = last.forms.shift();
      if (form === undefined) {
        dead.add(last.at);
        path.pop();
        continue;
      }
      const end = endOf(read, last.at, form);
      if (end === null || dead.has(end)) continue;
      last.person = form.person;
      if (mayEnd(read, end)) return { end, people: path.map(({ person }) => person) };
      path.push({ at: end, forms: formsAt(read, end, root), person: '' });
    }
    return null;
  }

  const hide = (text: string) => {
    const places = placesIn(text);
    let shown = '';
    let from = 0;
    for (const { start, end, replacement } of places) {
      shown += text.slice(from, start) + replacement;
      from = end;
    }
    return normalized(shown + text.slice(from));
  };

  return Object.assign(hide, {
    across(pieces: readonly string[]) {
      const shown = pieces.map(() => '');
      const places = placesIn(pieces.join(BETWEEN));
      let from = 0;
      let first = 0;
      for (const [index, piece] of pieces.entries()) {
        const to = from + piece.length;
        let next = from;
        while ((places[first]?.end ?? to) <= from) first += 1;
        for (let at = first; at < places.length; at += 1) {
          const { start, end, replacement } = present(places[at], 'place');
          if (start >= to) break;
          shown[index] += piece.slice(next - from, Math.max(start, from) - from);
          if (start >= from) shown[index] += replacement;
          next = Math.min(end, to);
        }
        shown[index] += piece.slice(next - from);
        from = to + BETWEEN.length;
      }
      return shown.map((piece) => normalized(piece));
    },
  });
}

const isLetter = (letter: string | undefined) =>
  letter !== undefined && letter !== ' ' && letter !== JOINT && letter !== "'" && letter !== '-';
const isDigit = (letter: string | undefined) => letter !== undefined && /\p{N}/u.test(letter);
/** Scripts without spaces have names anywhere. */
const isUnspacedLetter = (letter: string | undefined) =>
  letter !== undefined &&
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]/u.test(letter);

function mayBegin({ text, capitals }: ReadText, at: number): boolean {
  const before = text[at - 1];
  const first = text[at];
  if (!isLetter(first)) return false;
  if (!isLetter(before) || isDigit(before) !== isDigit(first) || isUnspacedLetter(first)) return true;
  return capitals[at] === true && capitals[at - 1] === false;
}

function mayEnd({ text, capitals }: ReadText, end: number): boolean {
  const last = text[end - 1];
  const after = text[end];
  if (!isLetter(after) || isDigit(after) !== isDigit(last) || isUnspacedLetter(last)) return true;
  return capitals[end] === true && capitals[end - 1] === false;
}

/** Contractions, which are no interruption of a name: "we’ll" is not "Well". */
const contraction = /^'(?:ll|re|ve|d|m|s|t)(?![a-z])/u;

/** Where the name that begins here ends. Between all its letters there may be the same kind of sign. */
function endOf(read: ReadText, at: number, { letters, isFull }: Form): number | null {
  const close = walk(read, at, letters, isFull);
  const end = close ?? (letters.length >= 3 ? spacedOut(read, at, letters) : null);
  if (end === null) return null;
  const { text, capitals } = read;
  const isLower = !capitals.slice(at, end).includes(true) && /\p{Ll}/u.test(letters[0] ?? '');
  const isWord = letters.length < 3 || words.has(letters.join(''));
  if (isLower && !isFull && isWord) return null;
  // Matts, Lauras
  const isPlural = letters.length >= 4 && text[end] === 's' && !isLetter(text[end + 1]);
  return isPlural ? end + 1 : end;
}

function walk({ text, starts, ends }: ReadText, at: number, letters: readonly string[], isFull: boolean) {
  let place = at;
  for (const [index, letter] of letters.entries()) {
    let gap = 0;
    while (index > 0 && text[place] !== letter) {
      const sign = text[place];
      if (
        sign === JOINT ||
        sign === '-' ||
        (sign === ' ' && isFull) ||
        (sign === ' ' && text[place - 1] === '-')
      )
        gap += 1;
      else if (sign === "'" && !contraction.test(text.slice(place, place + 4))) gap += 1;
      else return null;
      if (gap > 6) return null;
      place += 1;
    }
    if (text[place] !== letter) return null;
    place += 1;
  }
  // The letters of one character (a ligature) stay together.
  return starts[place] !== undefined && starts[place] === starts[place - 1] && ends[place] === ends[place - 1]
    ? null
    : place;
}

/** M a t t, M.a.t.t */
function spacedOut({ text }: ReadText, at: number, letters: readonly string[]): number | null {
  let place = at;
  for (const [index, letter] of letters.entries()) {
    if (index > 0) {
      const before = place;
      while (place - before < 3 && (text[place] === ' ' || text[place] === JOINT || text[place] === '-'))
        place += 1;
      if (place === before) return null;
    }
    if (text[place] !== letter) return null;
    place += 1;
  }
  return place;
}

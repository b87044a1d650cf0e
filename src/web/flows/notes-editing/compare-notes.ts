import { keptPieces } from '#contract/kept-pieces.ts';
import type { NotesSection } from '#contract/notes.ts';

export interface ComparedPiece {
  kind: 'same' | 'back' | 'gone';
  text: string;
}

export interface ComparedSection {
  key: string;
  title: string;
  titleNow: string | null;
  kind: 'same' | 'changed' | 'back' | 'gone';
  pieces: ComparedPiece[];
  visibility: { from: NotesSection['visibility']; to: NotesSection['visibility'] } | null;
}

interface ComparedNotes {
  sections: ComparedSection[];
  isReordered: boolean;
}

type Section = Pick<NotesSection, 'key' | 'title' | 'body' | 'visibility'>;

/** In the version's order; what a restore removes comes last. */
export function compareNotes(present: readonly Section[], version: readonly Section[]): ComparedNotes {
  const inBoth = (some: readonly Section[], others: readonly Section[]) =>
    some.filter(({ key }) => others.some((other) => other.key === key)).map(({ key }) => key);
  const whole = (section: Section, kind: 'back' | 'gone'): ComparedSection => ({
    key: section.key,
    title: section.title,
    titleNow: null,
    kind,
    pieces: section.body === '' ? [] : [{ kind, text: section.body }],
    visibility: null,
  });
  return {
    sections: [
      ...version.map((then) => {
        const now = present.find(({ key }) => key === then.key);
        return now === undefined ? whole(then, 'back') : compareSections(now, then);
      }),
      ...present
        .filter(({ key }) => !version.some((then) => then.key === key))
        .map((now) => whole(now, 'gone')),
    ],
    isReordered: inBoth(present, version).join(' ') !== inBoth(version, present).join(' '),
  };
}

function compareSections(now: Section, then: Section): ComparedSection {
  const isSame = now.title === then.title && now.body === then.body && now.visibility === then.visibility;
  return {
    key: then.key,
    title: then.title,
    titleNow: now.title === then.title ? null : now.title,
    kind: isSame ? 'same' : 'changed',
    pieces: compareTexts(now.body, then.body),
    visibility: now.visibility === then.visibility ? null : { from: now.visibility, to: then.visibility },
  };
}

const PIECE = /\s+|[^\s]+/gu;

export function compareTexts(now: string, then: string): ComparedPiece[] {
  const words = now.match(PIECE) ?? [];
  const others = then.match(PIECE) ?? [];
  const kept = keptPieces(words, others);
  const pieces: ComparedPiece[] = [];
  const add = (kind: ComparedPiece['kind'], some: readonly string[]) => {
    const last = pieces.at(-1);
    if (some.length === 0) return;
    if (last?.kind === kind) last.text += some.join('');
    else pieces.push({ kind, text: some.join('') });
  };
  let [from, to] = [0, 0];
  for (const [word, other] of [...kept].sort(([one], [two]) => one - two)) {
    add('gone', words.slice(from, word));
    add('back', others.slice(to, other));
    add('same', words.slice(word, word + 1));
    [from, to] = [word + 1, other + 1];
  }
  add('gone', words.slice(from));
  add('back', others.slice(to));
  return pieces;
}

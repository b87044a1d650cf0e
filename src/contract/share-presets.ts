import type { NotesSection } from './notes.ts';
import type { SectionKey } from './result-parts.ts';
import { type LinkAudience, type ShownSwitch, switchOfSection } from './sharing.ts';

export type SharePreset = 'recap' | 'scenes' | 'people';

const shownBy: Readonly<Record<SharePreset, readonly ShownSwitch[]>> = {
  recap: ['recap'],
  scenes: ['recap', 'scenes'],
  people: ['recap', 'scenes', 'entities'],
};

type Marked = Pick<NotesSection, 'key' | 'visibility'>;

/** Who could see a section before a preset, and who can since. */
export interface MarkChange {
  readonly key: string;
  readonly from: NotesSection['visibility'];
  readonly to: NotesSection['visibility'];
}

/** What presets have changed in the notes of one session. */
export interface MarkedNotes {
  readonly sessionId: string;
  readonly changes: readonly MarkChange[];
}

const isOfAnalysis = (key: string): key is SectionKey => Object.hasOwn(switchOfSection, key);

/**
 * Which sections change by a preset. Sections of the user's own and questions to them stay, and so does what is public
 * if the preset is for players.
 */
export function changesOf(
  sections: readonly Marked[],
  { preset, audience }: { preset: SharePreset; audience: LinkAudience },
): MarkChange[] {
  return sections.flatMap(({ key, visibility }) => {
    const shown = isOfAnalysis(key) ? switchOfSection[key] : null;
    if (shown === null) return [];
    const isShown = shownBy[preset].includes(shown);
    const to = wanted(visibility, isShown, audience);
    return to === visibility ? [] : [{ key, from: visibility, to }];
  });
}

function wanted(
  now: NotesSection['visibility'],
  isShown: boolean,
  audience: LinkAudience,
): NotesSection['visibility'] {
  if (audience === 'public') return isShown ? 'public' : now === 'public' ? 'players' : now;
  if (now === 'public') return now;
  return isShown ? 'players' : 'gm';
}

/** What undoes the changes. */
export const undoing = (changes: readonly MarkChange[]): MarkChange[] =>
  changes.map(({ key, from, to }) => ({ key, from: to, to: from }));

/** The sections after the changes; one that the user has marked otherwise since stays as it is. */
export const withMarks = <Section extends Marked>(
  sections: readonly Section[],
  changes: readonly MarkChange[],
): Section[] =>
  sections.map((section) => {
    const change = changes.find(({ key, from }) => key === section.key && from === section.visibility);
    return change === undefined ? section : { ...section, visibility: change.to };
  });

/** Both in one, so that undoing it leads back to before the first; without sessions in which nothing is left to undo. */
export function together(earlier: readonly MarkedNotes[], later: MarkedNotes): MarkedNotes[] {
  const before = earlier.find(({ sessionId }) => sessionId === later.sessionId)?.changes ?? [];
  const keys = new Set([...before, ...later.changes].map(({ key }) => key));
  const changes = [...keys].flatMap((key) => {
    const first = before.find((change) => change.key === key);
    const last = later.changes.find((change) => change.key === key);
    const from = first?.from ?? last?.from;
    const to = last?.to ?? first?.to;
    return from === undefined || to === undefined || from === to ? [] : [{ key, from, to }];
  });
  const others = earlier.filter(({ sessionId }) => sessionId !== later.sessionId);
  return changes.length === 0 ? others : [...others, { sessionId: later.sessionId, changes }];
}

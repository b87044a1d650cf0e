import type { NotesSection } from '#contract/notes.ts';
import { scenesIn, storedTitles } from '#server/campaigns/scenes.ts';
import { datesFor, type SetDate } from '#server/campaigns/set-dates.ts';
import type { PagePart } from './shared-parts.ts';

interface Dated {
  title: string;
  /** In the words of the notes, or what a person set instead. */
  dates: string[];
}

export interface ShownDates {
  /** Of the session, as a person set it. */
  date: string;
  dates: string[];
  scenes: Dated[];
  /** A person set that of a scene. */
  isSet: boolean;
}

/** Of the scenes that these parts show, and of the session if they show anything. */
export function shownDatesOf(
  sessionId: string,
  {
    stored,
    written,
    parts,
    set,
  }: {
    stored: readonly NotesSection[];
    /** With the names of voices. */
    written: readonly NotesSection[];
    parts: readonly PagePart[];
    set: readonly SetDate[];
  },
): ShownDates {
  const linesOf = ({ of }: PagePart) => written.find(({ key }) => key === of)?.lines ?? [];
  const noted = scenesIn(parts.map((part) => ({ ...part, lines: linesOf(part) })));
  const dateFor = datesFor(
    set,
    set.length === 0 ? [] : scenesIn(written).scenes.flatMap(({ evidence }) => evidence?.startMs ?? []),
    storedTitles(stored, written),
  );
  const dated = (title: string, evidence: (typeof noted.scenes)[number]['evidence']) =>
    dateFor({ sessionId, lineId: evidence?.segmentIds[0] ?? null, startMs: evidence?.startMs ?? null }, title)
      .found?.edit.date;
  const ofSession = parts.length === 0 ? undefined : dated('', null);
  const scenes = noted.scenes.map(({ title, evidence, dates }) => ({
    title,
    read: dates,
    date: dated(title, evidence),
  }));
  const shown = (date: string | undefined, read: readonly { text: string }[]) =>
    date === undefined ? read.map(({ text }) => `“${text}”`) : date === '' ? [] : [date];
  return {
    date: ofSession ?? '',
    dates: shown(ofSession, noted.dates),
    scenes: scenes.map(({ title, date, read }) => ({ title, dates: shown(date, read) })),
    isSet: scenes.some(({ date }) => date !== undefined && date !== ''),
  };
}

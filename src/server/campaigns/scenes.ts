import type { Evidence } from '#contract/analysis-result.ts';
import type { NotesSection } from '#contract/notes.ts';
import { withoutMarkers } from '#contract/visibility-markers.ts';
import { withoutMarkup } from '#contract/without-markup.ts';
import { datesIn, type ReadDate } from './dates.ts';

type Section = Pick<NotesSection, 'key' | 'body' | 'lines'>;
export type NotedDate = ReadDate & { evidence: Evidence | null };

/** Between its heading and the next. */
export interface Scene {
  title: string;
  evidence: Evidence | null;
  dates: NotedDate[];
}

/** Sections with a heading for each scene; the first that has headings is taken. */
const TOLD_IN = ['scenes', 'summary'];
/** Of a section: more is not read. */
const MOST_CHARACTERS = 40_000;

export interface Noted {
  scenes: Scene[];
  /** Not under the heading of a scene. */
  dates: NotedDate[];
}

/** What notes say: the scenes of the first section that has some, and dates in the recap. */
export function scenesIn(sections: readonly Section[]): Noted {
  const read = TOLD_IN.flatMap((key) => sections.find((section) => section.key === key) ?? []).map(
    readSection,
  );
  const withScenes = read.find(({ scenes }) => scenes.length > 0);
  return {
    scenes: withScenes?.scenes ?? [],
    dates: withScenes === undefined ? read.flatMap(({ dates }) => dates) : withScenes.dates,
  };
}

function readSection({ body, lines }: Section): Noted {
  const noted: Noted = { scenes: [], dates: [] };
  const cited = lines.map(({ text, evidence }) => ({ text: withoutMarkup(text), evidence }));
  for (const row of withoutMarkers(body.slice(0, MOST_CHARACTERS)).split('\n')) {
    const heading = /^#{1,6}\s+(\S.*)$/u.exec(row.trim())?.[1];
    const scene = noted.scenes.at(-1);
    if (heading !== undefined) {
      noted.scenes.push({ title: withoutMarkup(heading), evidence: null, dates: [] });
      continue;
    }
    const text = withoutMarkup(row);
    if (text === '') continue;
    const evidence =
      cited.find((line) => text.includes(line.text) || line.text.includes(text))?.evidence ?? null;
    if (scene !== undefined) scene.evidence ??= evidence;
    // What somebody says is read where it was said.
    if (/^[^“"]{0,60}[“"]/u.test(text)) continue;
    (scene ?? noted).dates.push(...datesIn(text).map((date) => ({ ...date, evidence })));
  }
  return noted;
}

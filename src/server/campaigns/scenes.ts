import type { Evidence } from '#contract/analysis-result.ts';
import { plainWords, rowsOf } from '#contract/markdown/rows.ts';
import type { NotesSection } from '#contract/notes.ts';
import { createBoundedSearch } from '#contract/place-in.ts';
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
  const dates: NotedDate[] = [];
  for (const key of TOLD_IN) {
    const section = sections.find((each) => each.key === key);
    const read = section === undefined ? null : readSection(section);
    if (read !== null && read.scenes.length > 0) return read;
    dates.push(...(read?.dates ?? []));
  }
  return { scenes: [], dates };
}

/** Headings as they are stored, by how they are shown: with the names of voices. */
export function storedTitles(
  stored: readonly Section[],
  shown: readonly Section[],
): ReadonlyMap<string, string> {
  const titles = new Map<string, string>();
  for (const section of shown) {
    const before = stored.find(({ key }) => key === section.key);
    if (before === undefined || before.body === section.body || !TOLD_IN.includes(section.key)) continue;
    const rows = rowsOf(before.body);
    for (const [at, row] of rowsOf(section.body).entries()) {
      const own = rows[at];
      if (row.kind !== 'heading' || own?.kind !== 'heading' || row.text === own.text) continue;
      titles.set(plainWords(row.text), plainWords(own.text));
    }
  }
  return titles;
}

function readSection({ body, lines }: Section): Noted {
  const noted: Noted = { scenes: [], dates: [] };
  const cited = lines.map(({ text, evidence }) => ({ text: plainWords(text), evidence }));
  const has = createBoundedSearch();
  const evidenceOf = (text: string) =>
    cited.find((line) => has(text, line.text) || has(line.text, text))?.evidence ?? null;
  for (const row of rowsOf(body.slice(0, MOST_CHARACTERS))) {
    const text = plainWords(row.text);
    if (text === '') continue;
    const scene = noted.scenes.at(-1);
    if (row.kind === 'heading') {
      noted.scenes.push({ title: text, evidence: null, dates: [] });
      continue;
    }
    // What somebody says is read where it was said.
    const dates = /^[^“"]{0,60}[“"]/u.test(text) ? [] : datesIn(text);
    if (dates.length === 0 && scene?.evidence !== null) continue;
    const evidence = evidenceOf(text);
    if (scene !== undefined) scene.evidence ??= evidence;
    (scene ?? noted).dates.push(...dates.map((date) => ({ ...date, evidence })));
  }
  return noted;
}

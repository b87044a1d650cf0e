import type { Line } from '#contract/analysis-result.ts';
import type { NotesSection } from '#contract/notes.ts';
import { hasText, placeIn } from '#contract/place-in.ts';
import { isRecapSection } from '#contract/recap-sections.ts';
import { isBeyond } from '#server/platform/text-limits.ts';
import { firstPlaces } from './text-places.ts';

export type EditedSection = Omit<NotesSection, 'source' | 'lines'>;

export function areEmpty(sections: readonly NotesSection[]): boolean {
  return sections.every((section) => section.body.trim() === '');
}

/** D11: evidence stays, or moves to another section, with its text. */
export function withKeptEvidence(
  before: readonly NotesSection[],
  edited: readonly EditedSection[],
): NotesSection[] {
  const bodies = new Map(edited.map(({ key, body }) => [key, body]));
  const oldByKey = new Map(before.map((section) => [section.key, section]));
  const keptIn = new Map<Line, string>();
  for (const old of before) {
    const places = firstPlaces(bodies.get(old.key) ?? '', textsOf(old.lines));
    for (const line of old.lines) if (places.has(line.text)) keptIn.set(line, old.key);
  }
  const all = before.flatMap((section) => section.lines);
  const lost = textsOf(all.filter((line) => !keptIn.has(line)));
  return edited.map((section) => {
    const old = oldByKey.get(section.key);
    const moved = firstPlaces(section.body, lost);
    const lines = all.filter((line) =>
      keptIn.has(line) ? keptIn.get(line) === section.key : moved.has(line.text),
    );
    const ordered = old?.body === section.body ? lines : inOrderOfText(lines, section.body);
    return { ...section, lines: ordered, source: sourceOf(section, lines, old) };
  });
}

const textsOf = (lines: readonly Line[]) => new Set(lines.map(({ text }) => text));

function inOrderOfText(lines: readonly Line[], body: string): Line[] {
  const first = firstPlaces(body, textsOf(lines));
  const ends = new Map<string, number>();
  return lines
    .map((line) => {
      const end = ends.get(line.text);
      const at = end === undefined ? (first.get(line.text) ?? -1) : placeIn(body, line.text, end);
      ends.set(line.text, at < 0 ? body.length : at + line.text.length);
      return { line, at: at < 0 ? body.length : at };
    })
    .sort((one, two) => one.at - two.at)
    .map(({ line }) => line);
}

/** Only quotations whose words are in the section. */
export function withQuotes(section: NotesSection, cited: readonly Line[]): NotesSection {
  const places = firstPlaces(section.body, textsOf(cited));
  const quoted = cited.filter(({ text }) => places.has(text));
  if (quoted.length === 0) return section;
  return { ...section, lines: inOrderOfText([...section.lines, ...quoted], section.body) };
}

function sourceOf(
  section: EditedSection,
  lines: readonly Line[],
  old: NotesSection | undefined,
): NotesSection['source'] {
  if (old?.body === section.body) return old.source;
  // Evidence of a person's quote does not make the section an analysis's work.
  const own = new Set(old?.lines);
  if (old?.source === 'user' && lines.every((line) => own.has(line))) return 'user';
  return lines.length > 0 ? 'mixed' : 'user';
}

/** D7: keeps sections that only a person wrote, and recaps. */
export function replacedBy(before: readonly NotesSection[], fresh: readonly NotesSection[]): NotesSection[] {
  const others = before.filter(({ key }) => !fresh.some((each) => each.key === key));
  // The recap is what the next session said of this one.
  const recap = others.filter(({ key, source }) => key === 'ownWords' && source === 'analysis');
  const own = others.filter(
    (section) => (section.source === 'user' || isRecapSection(section)) && section.body.trim() !== '',
  );
  return [...recap, ...fresh, ...own];
}

/** Skips text that is already there. Null if a section would become too long. */
export function appendedBy(
  before: readonly NotesSection[],
  fresh: readonly NotesSection[],
): NotesSection[] | null {
  const after = before.map((section) => {
    const addition = fresh.find(({ key }) => key === section.key);
    if (addition === undefined || hasText(section.body, addition.body.trim())) return section;
    if (section.body.trim() === '') return { ...section, ...addition };
    return {
      ...section,
      body: `${section.body.trimEnd()}\n\n${addition.body}`,
      lines: [...section.lines, ...addition.lines],
      source: section.source === 'analysis' ? ('analysis' as const) : ('mixed' as const),
    };
  });
  const added = fresh.filter(({ key }) => !before.some((section) => section.key === key));
  const sections = [...after, ...added];
  return sections.some(({ body }) => isBeyond('sectionCharacters', body.length)) ? null : sections;
}

import type { AnalysisResult, Evening } from '#contract/analysis-result.ts';
import type { EveningChanges } from '#contract/evening-changes.ts';
import { chapterTitle, isLineOf, quotation } from '#contract/evening-text.ts';
import type { NotesSection } from '#contract/notes.ts';
import { withLine, withoutLine } from '#server/campaigns/quoted-lines.ts';
import { textOf } from '#server/engines/notes/evening-text.ts';
import { notesSections } from '#server/engines/notes/sections.ts';

/** The result with hidden passages and the game master's titles. Null if it has no evening, or not what is changed. */
export function editedResult(
  result: AnalysisResult,
  { passages, chapters }: EveningChanges,
): AnalysisResult | null {
  const { evening } = result;
  if (evening === undefined) return null;
  const hidden = new Map(passages.map(({ id, hidden }) => [id, hidden]));
  const titles = new Map(chapters.map(({ at, ownTitle }) => [at, ownTitle]));
  const ids = new Set(evening.passages.map(({ id }) => id));
  if ([...hidden.keys()].some((id) => !ids.has(id))) return null;
  if ([...titles.keys()].some((at) => evening.chapters[at] === undefined)) return null;
  return withEvening(result, {
    ...evening,
    passages: evening.passages.map((passage) => ({
      ...passage,
      hidden: hidden.get(passage.id) ?? passage.hidden,
    })),
    chapters: evening.chapters.map((chapter, at) => ({
      ...chapter,
      ownTitle: titles.has(at) ? (titles.get(at) ?? null) : chapter.ownTitle,
    })),
  });
}

const withEvening = (result: AnalysisResult, evening: Evening): AnalysisResult => ({
  ...result,
  ...textOf(result, evening),
  evening,
});

/** What the game master hid and named in an earlier analysis, where the new one has the same passages and chapters. */
export function withEarlierEdits(result: AnalysisResult, earlier: Evening | undefined): AnalysisResult {
  const { evening } = result;
  if (evening === undefined || earlier === undefined) return result;
  const hidden = new Set(earlier.passages.flatMap(({ id, hidden: isHidden }) => (isHidden ? id : [])));
  const titles = new Map(
    earlier.chapters.map(({ evidence, ownTitle }) => [evidence.segmentIds[0], ownTitle]),
  );
  const passages = evening.passages
    .filter(({ id }) => hidden.has(id))
    .map(({ id }) => ({ id, hidden: true }));
  const chapters = evening.chapters.flatMap(({ evidence }, at) => {
    const ownTitle = titles.get(evidence.segmentIds[0]);
    return ownTitle ? [{ at, ownTitle }] : [];
  });
  if (passages.length + chapters.length === 0) return result;
  return editedResult(result, { passages, chapters }) ?? result;
}

const pageKeys = ['summary', 'shortSummary'];

/** The notes after the same edit: a part that is as the analysis wrote it is written again, in others only the lines change. */
export function sectionsAfter(
  sections: readonly NotesSection[],
  before: AnalysisResult,
  after: AnalysisResult,
): NotesSection[] {
  const [old, fresh] = [notesSections(before), notesSections(after)];
  const known = after.evening?.passages ?? [];
  const shown = known.filter((passage) => passage.shown === 'page');
  const wasHidden = new Set(before.evening?.passages.flatMap(({ id, hidden }) => (hidden ? id : [])));
  return sections.flatMap((section) => {
    if (!pageKeys.includes(section.key)) return section;
    const written = fresh.find(({ key }) => key === section.key);
    if (section.body === old.find(({ key }) => key === section.key)?.body)
      return written === undefined ? [] : { ...section, body: written.body, lines: written.lines };
    let edited = section;
    for (const [at, chapter] of (before.evening?.chapters ?? []).entries()) {
      const now = after.evening?.chapters[at];
      const [from, to] = [chapterTitle(chapter, at), now === undefined ? null : chapterTitle(now, at)];
      if (to !== null && from !== to) edited = { ...edited, body: withHeading(edited.body, from, to) };
    }
    for (const passage of known.filter(({ hidden, id }) => hidden && !wasHidden.has(id)))
      for (const line of edited.lines.filter((each) => isLineOf(each, passage)))
        edited = withoutLine(edited, line);
    if (section.key !== 'summary') return byHand(section, edited);
    for (const passage of shown.filter(({ hidden, id }) => !hidden && wasHidden.has(id))) {
      const chapter = after.evening?.chapters[passage.chapter];
      if (chapter === undefined || edited.lines.some((each) => isLineOf(each, passage))) continue;
      edited = withLine(edited, quotation(passage), `### ${chapterTitle(chapter, passage.chapter)}`);
    }
    return byHand(section, edited);
  });
}

const byHand = (before: NotesSection, after: NotesSection): NotesSection =>
  after !== before && after.source === 'analysis' ? { ...after, source: 'mixed' } : after;

const withHeading = (body: string, from: string, to: string): string =>
  body
    .split('\n')
    .map((row) => (row === `### ${from}` ? `### ${to}` : row))
    .join('\n');

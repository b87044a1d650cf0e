import type { Chapter } from '#contract/analysis-result.ts';
import { chapterTitle } from '#contract/evening-text.ts';
import type { NotesSection } from '#contract/notes.ts';
import { seenWithTimes, timesOf } from '#contract/said-times.ts';
import { isSwitchedOn, type LinkAudience, type SharedPart, type Show } from '#contract/sharing.ts';
import type { TranscriptDocument } from '#contract/transcript.ts';
import { type CastNow, linesNow } from '#server/campaigns/cast-in-texts.ts';

export interface PagePart extends SharedPart {
  of: string;
  /** The body, and when its lines were said. */
  timed: string;
}

export interface WhenSaid {
  timing: TranscriptDocument['timing'];
  /** As JSON, of the page that the notes were last copied from; null if that is of another transcript. */
  chapters: string | null;
}

/** Never includes questions to the game master. @param given without `said`, bodies have no times */
export function sharedParts(
  sections: readonly NotesSection[],
  { audience, show }: { audience: LinkAudience; show: Show },
  { cast, said }: { cast?: CastNow; said?: WhenSaid | undefined } = {},
): PagePart[] {
  const begun: Chapter[] = said?.chapters == null ? [] : JSON.parse(said.chapters);
  const headings = begun.map((chapter, at) => ({ ...chapter, text: `### ${chapterTitle(chapter, at)}` }));
  return sections.flatMap((section) => {
    const lines = [...linesNow(cast ?? {}, section.lines), ...headings];
    return seenWithTimes(section, timesOf(lines, said?.timing ?? null), audience)
      .filter(({ body }) => isSwitchedOn(section.key, show) && body.trim() !== '')
      .map(({ key, title, body, timed }) => ({ key, title, body, timed, of: section.key }));
  });
}

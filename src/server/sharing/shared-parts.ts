import type { Chapter } from '#contract/analysis-result.ts';
import { chapterTitle } from '#contract/evening-text.ts';
import type { NotesSection } from '#contract/notes.ts';
import { timesOf, withTimes } from '#contract/said-times.ts';
import { isSwitchedOn, type LinkAudience, type SharedPart, type Show } from '#contract/sharing.ts';
import type { TranscriptDocument } from '#contract/transcript.ts';
import { visibleSections } from '#contract/visibility.ts';

export interface PagePart extends SharedPart {
  of: string;
  /** The body, and when its lines were said. */
  timed: string;
}

export interface WhenSaid {
  /** Null without a transcript. */
  timing: TranscriptDocument['timing'] | null;
  /** Of the page that the notes were copied from, as JSON; null if there is none. */
  chapters: string | null;
}

/** Never includes questions to the game master. */
export function sharedParts(
  sections: readonly NotesSection[],
  { audience, show }: { audience: LinkAudience; show: Show },
  { timing, chapters }: WhenSaid = { timing: null, chapters: null },
): PagePart[] {
  const begun: Chapter[] = timing === null || chapters === null ? [] : JSON.parse(chapters);
  const headings = begun.map((chapter, at) => ({ ...chapter, text: `### ${chapterTitle(chapter, at)}` }));
  return sections.flatMap((section) =>
    visibleSections([section], audience)
      .filter(({ body }) => isSwitchedOn(section.key, show) && body.trim() !== '')
      .map(({ key, title, body }) => {
        const timed = withTimes(body, timesOf([...section.lines, ...headings], timing));
        return { key, title, body, timed, of: section.key };
      }),
  );
}

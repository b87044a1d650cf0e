import type { NotesSection } from '#contract/notes.ts';
import { isSwitchedOn, type LinkAudience, type SharedPart, type Show } from '#contract/sharing.ts';
import { visibleSections } from '#contract/visibility.ts';

export interface PagePart extends SharedPart {
  of: string;
}

/** Never includes questions to the game master. */
export function sharedParts(
  sections: readonly NotesSection[],
  { audience, show }: { audience: LinkAudience; show: Show },
): PagePart[] {
  return sections.flatMap((section) =>
    visibleSections([section], audience)
      .filter(({ body }) => isSwitchedOn(section.key, show) && body.trim() !== '')
      .map(({ key, title, body }) => ({ key, title, body, of: section.key })),
  );
}

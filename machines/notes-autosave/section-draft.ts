import type { NotesSection } from '#contract/notes.ts';

/** What a person can change of a section. */
export type SectionDraft = Pick<NotesSection, 'key' | 'title' | 'body' | 'visibility'>;

/** The part of a section that a person can change. */
export const sectionDraft = ({ key, title, body, visibility }: SectionDraft): SectionDraft => ({
  key,
  title,
  body,
  visibility,
});

/** Whether two versions of a section read the same. */
export const isSameSection = (one: SectionDraft | null, other: SectionDraft | null) =>
  one?.key === other?.key && one?.title === other?.title && one?.body === other?.body;

import type { NotesSection, SavedSection } from '#contract/notes.ts';

export type SectionDraft = Pick<NotesSection, 'key' | 'title' | 'body' | 'visibility'> & {
  /** Of the notes, when the section was read or saved. */
  revision?: number | undefined;
};

export const sectionDraft = ({ key, title, body, visibility }: SectionDraft): SectionDraft => ({
  key,
  title,
  body,
  visibility,
});

/** Its text stays as it is stored: the names of voices in what is shown may be older. */
export const withoutBody = ({ key, title, visibility }: SavedSection): SavedSection => ({
  key,
  title,
  visibility,
});

export const isSameSection = (one: SectionDraft | null, other: SectionDraft | null) =>
  one?.key === other?.key && one?.title === other?.title && one?.body === other?.body;

/** Of a section that is new, or was not saved before: without a title it cannot have been. */
export const beforeIts = ({ key, visibility }: SectionDraft): SectionDraft => ({
  key,
  title: '',
  body: '',
  visibility,
});

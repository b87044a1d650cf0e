import type { NotesSection } from '#contract/notes.ts';
import type { FileSection, NotesFile } from '#contract/notes-file.ts';
import type { Audience } from '#contract/visibility.ts';
import type { Cast } from '#server/platform/database/tables/casts.ts';

export interface NotesContext {
  campaign: NotesFile['campaign'];
  audience: Audience;
  cast: Cast;
}

export interface GivenSession {
  id: string;
  title: string;
  order: number;
  playedAt: string | null;
  /** As JSON, which only the thread reads. */
  sections: string | null;
}

export interface Product {
  name: string;
  mediaType: string;
}

export interface PlannedWrite {
  into: string | null;
  title: string;
  playedAt: string | null;
  before: NotesSection[];
  after: FileSection[];
}

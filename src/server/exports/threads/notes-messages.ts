import type { NotesFile } from '#contract/notes-file.ts';
import type { Mark } from '#contract/sessions.ts';
import type { Audience } from '#contract/visibility.ts';
import type { Told } from '#server/campaigns/cast-rules.ts';

export interface NotesContext {
  campaign: NotesFile['campaign'];
  audience: Audience;
  cast: Told;
  /** The campaign's page in the app; null if the server does not know its own address. */
  address: string | null;
}

export interface GivenSession {
  id: string;
  title: string;
  order: number;
  playedAt: string | null;
  /** As JSON, which only the thread reads. */
  sections: string | null;
  marks: readonly Mark[];
  /** Whether its times are measured. */
  isTimed: boolean;
}

export interface Product {
  name: string;
  mediaType: string;
}

export interface PlannedWrite {
  into: string | null;
  title: string;
  playedAt: string | null;
  /** The sections as JSON, which only the database reads. */
  before: string;
  after: string;
}

import type { NotesFile } from '#contract/notes-file.ts';
import type { Mark } from '#contract/sessions.ts';
import type { TranscriptDocument } from '#contract/transcript.ts';
import type { Audience } from '#contract/visibility.ts';
import type { CastNow } from '#server/campaigns/cast-in-texts.ts';

export type Timing = TranscriptDocument['timing'];

export interface NotesContext {
  campaign: NotesFile['campaign'];
  audience: Audience;
  cast: CastNow;
  /** The campaign's page in the app; null if the server does not know its own address. */
  address: string | null;
}

export interface GivenSession {
  id: string;
  title: string;
  order: number;
  playedAt: string | null;
  /** Of its notes; null without any. */
  revision: number | null;
  /** Of the lines that its notes and the longer read cite. */
  voices?: CastNow['voices'];
  /** As JSON, which only the thread reads. */
  sections: string | null;
  marks: readonly Mark[];
  /** Null without a transcript. */
  timing: Timing | null;
  /** The evening of its last analysis as JSON, if the longer read is wanted. */
  evening: string | null;
  /** Whether passages are what its notes consist of, so that whoever may see those may see more. */
  isWordForWord: boolean;
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

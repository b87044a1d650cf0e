import type { LinkAudience, SharedKind, SharedPart, Show } from '#contract/sharing.ts';
import type { PlayerSessions } from '#server/campaigns/attendance.ts';
import type { CastNow } from '#server/campaigns/cast-in-texts.ts';
import type { SetDate } from '#server/campaigns/set-dates.ts';
import type { PlaceOfPage } from '../page-html.ts';
import type { WhenSaid } from '../shared-parts.ts';
import type { Reference, ShownComment } from '../suggest-html.ts';

/** Whose names are hidden. Null: none. */
export type GivenNames = { cast: CastNow; spoken: { sessionId: string; speakers: string }[] } | null;

export interface GivenNotes {
  sessionId: string;
  cast: CastNow;
  /** As JSON, which only the thread reads. */
  sections: string;
  /** Only for what shows it. */
  said?: WhenSaid | undefined;
}

export interface ListedSession {
  audience: LinkAudience;
  id: string;
  title: string;
  playedAt: Date | null;
  publicId: string | null;
}

interface GivenCampaign {
  audience: LinkAudience;
  id: string;
  title: string;
  system: string;
  publicId: string | null;
}

export interface GivenPage {
  kind: SharedKind;
  show: Show;
  campaign: GivenCampaign;
  /** The one session of a session's page. */
  sessions: ListedSession[];
  notes: GivenNotes[];
  /** Set by a person for these sessions and their scenes, whether the page shows them or not. */
  dates: SetDate[];
  names: GivenNames;
  place: PlaceOfPage | null;
  /** Who was there and who was not, for a players' page of a campaign. */
  players: PlayerSessions[];
  /** From 1; of the only session's notes. */
  part: number;
  previous: ListedSession | null;
  next: ListedSession | null;
  table: { path: string; linkId: string; comments: ShownComment[] } | null;
}

export interface Frame {
  template: string;
  /** Above the page’s head. */
  notice: string;
  /** Below it. */
  search: string;
  origin: string;
  path: string;
}

/** `bodies` is null if there is no such part. */
export interface DrawnPage {
  parts: number;
  bodies: Bodies | null;
}

export type Bodies = Readonly<Record<'br' | 'gzip' | 'identity', Uint8Array<ArrayBuffer>>>;

export interface GivenAbout {
  linkId: string;
  show: Show;
  names: GivenNames;
  notes: GivenNotes;
  asked: { section: string; item: string | null };
}

export interface FoundPart {
  reference: Partial<Reference>;
  sectionKey: string;
  sectionTitle: string;
  shownTitle: string;
  /** The whole section, if one press can replace it: all of it is shown, under its own names. */
  whole: string | null;
  item: { content: string; mayCorrect: boolean; shown: string; html: string } | null;
}

export interface GivenParts {
  audience: LinkAudience;
  show: Show;
  names: GivenNames;
  notes: GivenNotes | null;
  title: string;
}

export interface ShownParts {
  title: string;
  parts: SharedPart[];
}

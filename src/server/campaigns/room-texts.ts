import type { Evidence, Line } from '#contract/analysis-result.ts';
import type { CorrectionPlace } from '#contract/corrections.ts';
import type { Name, NameFields } from '#contract/names.ts';
import type { NotesSection } from '#contract/notes.ts';
import type { Visibility } from '#contract/visibility.ts';
import type { Archived } from '#server/platform/archived.ts';
import type { Orm } from '#server/platform/database/database.ts';
import type { Replacement, TextEdit } from '#server/platform/text-edits.ts';
import type { Erased } from './erase-from-texts.ts';
import type { CampaignRow, SessionRow } from './tables.ts';

/** One text of a campaign, for whoever needs all of them. */
export interface CampaignText {
  room: string;
  kind: 'campaign' | 'sessionTitle' | 'section' | 'result' | 'segment' | 'prep';
  /** Unique within the campaign; the same text has it again. */
  id: string;
  campaignId: string;
  sessionId: string | null;
  /** Who may read it where the campaign is shared. In Markdown, parts may be marked for fewer. */
  visibility: Visibility;
  text: string;
  /** When it was said in the recording; null if that is unknown. */
  seconds: number | null;
  /** The texts of one document follow one another. It is the text's own id unless it has several. */
  document: string;
  /** In its document. */
  path: readonly (string | number)[];
  /** What users are told. */
  place: CorrectionPlace;
  /** Of a segment. */
  lineId?: string;
  /** Parts of it with evidence. */
  lines?: readonly Line[];
}

/** Null: all of it. Else texts with whose ids one of these begins. */
export type Wanted = readonly string[] | null;

type NameContent = (NameFields & { source: Name['source'] }) | null;

/** What an undo needs. */
export type TextChange = { sessionId: string | null; place: CorrectionPlace } & (
  | { target: { kind: 'segment'; transcriptId: string; ordinal: number }; content: TextEdit }
  | {
      target: { kind: 'section'; key: string };
      content: {
        title: TextEdit | null;
        body: TextEdit | null;
        lines: { evidence: Evidence; text: TextEdit | null; original: TextEdit | null }[];
      };
    }
  | {
      target: { kind: 'result'; analysisId: string };
      content: { path: (string | number)[]; text: TextEdit }[];
    }
  | { target: { kind: 'sessionTitle' }; content: TextEdit }
  | { target: { kind: 'campaign'; field: 'title' | 'description' }; content: TextEdit }
  | {
      /** `ordinal` null: the game master's own lines. */
      target: { kind: 'prep'; ordinal: number | null; field: 'own' | 'name' | 'text' | 'note' };
      content: TextEdit;
    }
  | { target: { kind: 'comment'; id: string }; content: { before: string; after: string } }
  | { target: { kind: 'name'; id: string }; content: { before: NameContent; after: NameContent } }
);
export type ChangeOf<Kind extends TextChange['target']['kind']> = Extract<
  TextChange,
  { target: { kind: Kind } }
>;

export const changesOf = <Kind extends TextChange['target']['kind']>(
  changes: readonly TextChange[],
  kind: Kind,
): ChangeOf<Kind>[] => changes.filter((change): change is ChangeOf<Kind> => change.target.kind === kind);

export interface Asked {
  text: CampaignText;
  /** They don't overlap. */
  replacements: readonly (Replacement & { text: string })[];
}

export interface Changing {
  campaign: CampaignRow;
  now: Date;
}

/** A part of a change, prepared outside the transaction in which it is written: that one is short. */
export interface TextStep<Done> {
  sessionId: string | null;
  rows: number;
  characters: number;
  /** The caller has locked the campaign and the session. @returns null if its text is not what was read: nothing is written */
  write(tx: Orm): Promise<Done | null>;
}

/** What hangs on a section of the notes, such as comments, follows it. */
export type FollowSection = (
  sessionId: string,
  before: NotesSection,
  after: NotesSection,
) => Promise<TextStep<TextChange[]>[]>;

/** What is said by a voice that leaves the campaign. */
export interface Erasing {
  /**
   * A short transaction, with the campaign and the session locked: texts are read and cleaned outside of it, and `work`
   * writes only what is still as it was read.
   */
  write<Done>(sessionId: string | null, work: (tx: Orm) => Promise<Done>): Promise<Done>;
  session: SessionRow;
  /** All of the campaign's. */
  sessionIds: readonly string[];
  /** From texts that don't say which transcript their evidence is from. */
  from(sessionId: string): Erased;
  fromResult(sessionId: string, transcriptId: string | null): Erased;
  /** Whether any text in the value repeats what was said. Only longer runs count in other sessions. */
  repeats(sessionId: string, value: unknown): boolean;
  isGoneLine(transcriptId: string, ordinal: number): boolean;
  now: Date;
}

/**
 * The texts of one room. A room with texts of a campaign implements it and `compose/texts.ts` registers it, so that those who
 * need all texts (names, voices, search) know no other room's tables.
 */
export interface RoomTexts {
  readonly room: string;
  readonly archived?: Archived;
  /** Those of the campaign itself, or of one session. */
  list?(
    orm: Orm,
    of: { campaign: CampaignRow; session: SessionRow | null },
    wanted: Wanted,
  ): AsyncIterable<CampaignText>;
  /** @throws Refusal correctionUnfit */
  replace?(
    orm: Orm,
    changing: Changing & { follow: FollowSection },
    asked: readonly Asked[],
  ): AsyncIterable<TextStep<TextChange[]>>;
  follow?(orm: Orm, ...section: Parameters<FollowSection>): Promise<TextStep<TextChange[]> | null>;
  /** Undoes changes of its kinds. Later changes stay. Its steps return the places that changed since, and were left. */
  revert?(
    orm: Orm,
    changing: Changing,
    changes: readonly TextChange[],
  ): AsyncIterable<TextStep<CorrectionPlace[]>>;
  /** Takes out what was said, also from histories and from what an undo would bring back. After a crash it runs again. */
  erase?(orm: Orm, erasing: Erasing): Promise<void>;
  /** Once the lines themselves are gone. */
  afterErase?(orm: Orm, erasing: Erasing): Promise<void>;
}

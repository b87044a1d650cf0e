import type { Orm } from '#server/platform/database/database.ts';
import type { Erased } from './erase-from-texts.ts';
import type { SessionRow } from './tables.ts';

/** What is said by a voice that leaves the campaign. */
export interface Erasing {
  /** Locked. */
  session: SessionRow;
  /** All of the campaign's. */
  sessionIds: readonly string[];
  /** From texts that don't say which transcript their evidence is from. */
  from(sessionId: string): Erased;
  fromResult(sessionId: string, transcriptId: string | null): Erased;
  /** Whether any text in the value repeats what was said. Longer runs count in other sessions. */
  repeats(sessionId: string, value: unknown): boolean;
  isGoneLine(transcriptId: string, ordinal: number): boolean;
  now: Date;
}

/**
 * The texts of one room. A room with texts of a campaign implements it and `compose/texts.ts` registers it, so that those who
 * need all texts (voices, names, exports, search) know no other room's tables.
 */
export interface RoomTexts {
  readonly room: string;
  /** Takes out what was said, also from histories and from what an undo would bring back. */
  erase?(tx: Orm, erasing: Erasing): Promise<void>;
}

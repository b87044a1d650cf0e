import type { Orm } from './database/database.ts';
import type { ListFile, TextFile } from './text-files.ts';

/** What a room puts into the archive of a user's data (R2.34). */
export interface Archived {
  /** All of whose rows about a user are in the archive. */
  readonly tables: readonly string[];
  /** Its other tables, and why they are not. */
  readonly leftOut?: Readonly<Record<string, string>>;
  /** What `account.json` says of the user. */
  user?(orm: Orm, userId: string): Promise<object>;
  /** Its lists in `session.json`, by their keys there. */
  listsOf?(orm: Orm, sessionId: string): Readonly<Record<string, AsyncIterable<unknown>>>;
  /** About the user. */
  account?(orm: Orm, userId: string): AsyncIterable<TextFile | ListFile>;
  /** In the folder of a campaign. */
  campaign?(orm: Orm, campaignId: string): AsyncIterable<TextFile | ListFile>;
  /** In the folder of a session. */
  session?(orm: Orm, session: { id: string; campaignId: string }): AsyncIterable<TextFile | ListFile>;
}

export const platformArchived: Archived = {
  tables: [],
  leftOut: {
    installation_values: 'ids and keys of the installation, nothing of a user’s',
    text_limit: 'one setting of this installation',
    rate_counts: 'counts calls for their limits under hashed keys, gone within a day',
  },
};

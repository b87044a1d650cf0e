import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';
import type { RoomTexts } from '#server/campaigns/room-texts.ts';

import { searchPassages, searchSources } from './tables.ts';

/** It has no texts of its own: triggers take out of it what rooms take out of theirs (migration 0047). */
export const searchTexts: RoomTexts = {
  room: 'search',
  archived: {
    tables: [],
    leftOut: {
      search_sources: 'what of a session is indexed for search; made from texts that are in the archive',
      search_passages: 'as search_sources',
      search_words: 'as search_sources',
    },
  },

  /** Comes last. Of what other rooms erased something from, not even single words are left until it is indexed again. */
  async erase(tx, { session, sessionIds }) {
    const gone = await tx
      .delete(searchSources)
      .where(
        or(
          eq(searchSources.sessionId, session.id),
          and(
            inArray(searchSources.sessionId, [...sessionIds]),
            ne(searchSources.changes, searchSources.done),
          ),
        ),
      )
      .returning({ sessionId: searchSources.sessionId, source: searchSources.source });
    await tx.delete(searchPassages).where(eq(searchPassages.sessionId, session.id));
    for (const { sessionId, source } of gone)
      await tx.execute(sql`select search_mark(${sessionId}, ${source})`);
  },
};

import { and, eq, inArray } from 'drizzle-orm';
import type { RoomTexts } from '#server/campaigns/room-texts.ts';
import { posts } from './tables.ts';

export const postingTexts: RoomTexts = {
  room: 'posting',

  /** Posts that wait; what was sent is out of reach. */
  async erase(tx, { sessionIds, repeats }) {
    for (const sessionId of sessionIds) {
      const waiting = await tx
        .select()
        .from(posts)
        .where(and(eq(posts.sessionId, sessionId), inArray(posts.state, ['waiting', 'sending'])));
      const ids = waiting.filter(({ messages }) => repeats(sessionId, messages)).map(({ id }) => id);
      if (ids.length > 0) await tx.delete(posts).where(inArray(posts.id, ids));
    }
  },
};

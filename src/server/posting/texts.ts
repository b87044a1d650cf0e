import { and, asc, eq, inArray } from 'drizzle-orm';
import type { RoomTexts } from '#server/campaigns/room-texts.ts';
import { jsonFile } from '#server/platform/text-files.ts';
import { campaignWebhooks, posts } from './tables.ts';

export const postingTexts: RoomTexts = {
  room: 'posting',

  archived: {
    tables: ['campaign_webhooks', 'posts'],

    /** Without its secret address: a finder of the archive could post in the user's name. */
    async *campaign(orm, id) {
      const [webhook] = await orm
        .select({
          kind: campaignWebhooks.kind,
          host: campaignWebhooks.host,
          ending: campaignWebhooks.ending,
          automatic: campaignWebhooks.automatic,
          turnedOffBecause: campaignWebhooks.turnedOffBecause,
          savedAt: campaignWebhooks.savedAt,
        })
        .from(campaignWebhooks)
        .where(eq(campaignWebhooks.campaignId, id));
      if (webhook !== undefined) yield jsonFile('webhook.json', webhook);
    },

    async *session(orm, { id }) {
      const posted = await orm.select().from(posts).where(eq(posts.sessionId, id)).orderBy(asc(posts.id));
      if (posted.length > 0) yield jsonFile('posts.json', posted);
    },
  },

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

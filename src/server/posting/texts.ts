import { and, eq, inArray } from 'drizzle-orm';
import type { RoomTexts } from '#server/campaigns/room-texts.ts';
import { rowsInParts } from '#server/platform/in-parts.ts';
import { jsonFile, listFile } from '#server/platform/text-files.ts';
import { campaignWebhooks, isOpenPost, posts } from './tables.ts';

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
      const posted = rowsInParts(orm.select().from(posts), posts.id, eq(posts.sessionId, id));
      yield* listFile('posts.json', posted);
    },
  },

  /** Posts that wait; what was sent is out of reach. */
  async erase(orm, { sessionIds, repeats }) {
    for (const sessionId of sessionIds) {
      const waiting = await orm
        .select()
        .from(posts)
        .where(and(eq(posts.sessionId, sessionId), isOpenPost));
      const ids = waiting.filter(({ messages }) => repeats(sessionId, messages)).map(({ id }) => id);
      if (ids.length > 0) await orm.delete(posts).where(inArray(posts.id, ids));
    }
  },
};

import { eq, inArray } from 'drizzle-orm';
import type { RoomTexts } from '#server/campaigns/room-texts.ts';
import { proposals } from './tables.ts';

export const sharingTexts: RoomTexts = {
  room: 'sharing',

  async erase(tx, { session, repeats }) {
    const rows = await tx.select().from(proposals).where(eq(proposals.campaignId, session.campaignId));
    const ids = rows
      .filter(({ text, quote, replaced }) => repeats(session.id, [text, quote, replaced]))
      .map(({ id }) => id);
    if (ids.length > 0) await tx.delete(proposals).where(inArray(proposals.id, ids));
  },
};

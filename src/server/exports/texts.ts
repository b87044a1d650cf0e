import { eq } from 'drizzle-orm';
import type { RoomTexts } from '#server/campaigns/room-texts.ts';
import { notesImports } from './tables.ts';

export const exportsTexts: RoomTexts = {
  room: 'exports',

  async erase(tx, { session, repeats }) {
    const own = eq(notesImports.campaignId, session.campaignId);
    const imported = await tx.select().from(notesImports).where(own);
    if (imported.some(({ changes }) => repeats(session.id, changes)))
      await tx.delete(notesImports).where(own);
  },
};

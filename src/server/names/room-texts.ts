import { and, eq } from 'drizzle-orm';
import type { RoomTexts } from '#server/campaigns/room-texts.ts';
import { correctionChanges, corrections } from './tables.ts';

export const namesTexts: RoomTexts = {
  room: 'names',

  async erase(tx, { session, isGoneLine, repeats }) {
    const changes = await tx
      .select()
      .from(correctionChanges)
      .innerJoin(corrections, eq(correctionChanges.correctionId, corrections.id))
      .where(eq(corrections.campaignId, session.campaignId));
    for (const { correction_changes: change } of changes) {
      const { target } = change;
      const isGone = target.kind === 'segment' && isGoneLine(target.transcriptId, target.ordinal);
      if (isGone || repeats(session.id, change.content) || repeats(session.id, change.place))
        await tx
          .delete(correctionChanges)
          .where(
            and(
              eq(correctionChanges.correctionId, change.correctionId),
              eq(correctionChanges.ordinal, change.ordinal),
            ),
          );
    }
  },
};

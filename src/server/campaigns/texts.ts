import { isDeepStrictEqual } from 'node:util';
import { and, eq } from 'drizzle-orm';
import type { Orm } from '#server/platform/database/database.ts';
import { type Erased, sectionsWithout } from './erase-from-texts.ts';
import type { RoomTexts } from './room-texts.ts';
import { notes, notesVersions } from './tables.ts';

export const campaignsTexts: RoomTexts = {
  room: 'campaigns',

  async erase(tx, { sessionIds, from, now }) {
    for (const id of sessionIds) await eraseFromNotes(tx, id, from(id), now);
  },
};

/** Last: the trigger keeps what the notes were before. */
async function eraseFromNotes(tx: Orm, sessionId: string, erased: Erased, now: Date): Promise<void> {
  const [row] = await tx.select().from(notes).where(eq(notes.sessionId, sessionId));
  const without = row && sectionsWithout(row.sections, erased);
  if (row && !isDeepStrictEqual(without, row.sections))
    await tx
      .update(notes)
      .set({ sections: without, revision: row.revision + 1, updatedAt: now, cause: 'edit' })
      .where(eq(notes.sessionId, sessionId));
  const versions = await tx.select().from(notesVersions).where(eq(notesVersions.sessionId, sessionId));
  for (const { revision, sections } of versions) {
    const cleaned = sectionsWithout(sections, erased);
    if (!isDeepStrictEqual(cleaned, sections))
      await tx
        .update(notesVersions)
        .set({ sections: cleaned })
        .where(and(eq(notesVersions.sessionId, sessionId), eq(notesVersions.revision, revision)));
  }
}

import { asc, eq } from 'drizzle-orm';
import type { RoomTexts } from '#server/campaigns/room-texts.ts';
import { jsonFile } from '#server/platform/text-files.ts';
import { answers } from './tables.ts';

export const questionsTexts: RoomTexts = {
  room: 'questions',

  archived: {
    tables: ['answers'],

    async *campaign(orm, id) {
      const answered = await orm
        .select()
        .from(answers)
        .where(eq(answers.campaignId, id))
        .orderBy(asc(answers.id));
      if (answered.length > 0) yield jsonFile('answers.json', answered);
    },
  },

  async erase(tx, { session, repeats }) {
    const answered = await tx.select().from(answers).where(eq(answers.campaignId, session.campaignId));
    for (const { id, undo } of answered) {
      if (undo.notes === undefined || !repeats(session.id, undo.notes)) continue;
      const { notes: _, ...rest } = undo;
      await tx.update(answers).set({ undo: rest }).where(eq(answers.id, id));
    }
  },
};

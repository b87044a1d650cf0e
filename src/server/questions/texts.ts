import { eq } from 'drizzle-orm';
import type { RoomTexts } from '#server/campaigns/room-texts.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { rowsInParts } from '#server/platform/in-parts.ts';
import { listFile } from '#server/platform/text-files.ts';
import { answers } from './tables.ts';

export const questionsTexts: RoomTexts = {
  room: 'questions',

  archived: {
    tables: ['answers'],

    async *campaign(orm, id) {
      yield* listFile('answers.json', answersOf(orm, id));
    },
  },

  async erase(orm, { session, repeats }) {
    for await (const { id, undo } of answersOf(orm, session.campaignId)) {
      if (undo.notes === undefined || !repeats(session.id, undo.notes)) continue;
      const { notes: _, ...rest } = undo;
      await orm.update(answers).set({ undo: rest }).where(eq(answers.id, id));
    }
  },
};

const answersOf = (orm: Orm, campaignId: string) =>
  rowsInParts(orm.select().from(answers), answers.id, eq(answers.campaignId, campaignId));

import { isDeepStrictEqual } from 'node:util';
import { and, eq } from 'drizzle-orm';
import type { RoomTexts } from '#server/campaigns/room-texts.ts';
import { rowsInParts } from '#server/platform/in-parts.ts';
import { jsonFile, listFile } from '#server/platform/text-files.ts';
import { prepTexts } from './prep-texts.ts';
import { prepLines, prepSheets, worldEdits } from './tables.ts';

export const worldTexts: RoomTexts = {
  room: 'world',

  archived: {
    tables: ['world_edits', 'prep_sheets', 'prep_lines'],

    async *campaign(orm, id) {
      const edits = rowsInParts(orm.select().from(worldEdits), worldEdits.key, eq(worldEdits.campaignId, id));
      yield* listFile('world.json', edits);
      const [sheet] = await orm.select().from(prepSheets).where(eq(prepSheets.campaignId, id));
      if (sheet === undefined) return;
      yield jsonFile('next evening.json', sheet);
      const copied = rowsInParts(
        orm.select().from(prepLines),
        prepLines.ordinal,
        eq(prepLines.campaignId, id),
      );
      yield* listFile('next evening, pinned.json', copied);
    },
  },

  list: prepTexts.list,
  replace: prepTexts.replace,
  revert: prepTexts.revert,
  afterErase: prepTexts.afterErase,

  /** Entries are made from texts that other rooms erase from; only what was written by hand may repeat them. */
  async erase(tx, erasing) {
    await prepTexts.erase(tx, erasing);
    const { session, repeats, now } = erasing;
    const rows = await tx.select().from(worldEdits).where(eq(worldEdits.campaignId, session.campaignId));
    for (const { campaignId, key, edit, revision } of rows) {
      const without = (text: string | null) => (repeats(session.id, text) ? null : text);
      const kept =
        'state' in edit
          ? { ...edit, text: without(edit.text) }
          : 'date' in edit
            ? { ...edit, date: without(edit.date) ?? '' }
            : { ...edit, name: without(edit.name), note: without(edit.note) ?? '' };
      if (!isDeepStrictEqual(kept, edit))
        await tx
          .update(worldEdits)
          .set({ edit: kept, revision: revision + 1, updatedAt: now })
          .where(and(eq(worldEdits.campaignId, campaignId), eq(worldEdits.key, key)));
    }
  },
};

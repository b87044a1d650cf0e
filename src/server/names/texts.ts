import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq } from 'drizzle-orm';
import { type ChangeOf, changesOf, type RoomTexts } from '#server/campaigns/room-texts.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { jsonFile } from '#server/platform/text-files.ts';
import { contentOf } from './glossary.ts';
import { correctionChanges, corrections, names } from './tables.ts';

export const namesTexts: RoomTexts = {
  room: 'names',

  archived: {
    tables: ['names', 'corrections', 'correction_changes'],

    async *campaign(orm, id) {
      const glossary = await orm.select().from(names).where(eq(names.campaignId, id)).orderBy(asc(names.id));
      if (glossary.length > 0) yield jsonFile('glossary.json', glossary);
      const corrected = await orm
        .select()
        .from(corrections)
        .where(eq(corrections.campaignId, id))
        .orderBy(asc(corrections.id));
      for (const correction of corrected) {
        const changes = await orm
          .select()
          .from(correctionChanges)
          .where(eq(correctionChanges.correctionId, correction.id))
          .orderBy(asc(correctionChanges.ordinal));
        yield jsonFile(`corrections/${correction.id}.json`, { ...correction, changes });
      }
    },
  },

  async revert(tx, { now }, changes) {
    await undoNames(tx, changesOf(changes, 'name'), now);
    return [];
  },

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

/** Of the glossary. */
export async function undoNames(
  tx: Orm,
  changes: readonly Pick<ChangeOf<'name'>, 'target' | 'content'>[],
  now: Date,
): Promise<void> {
  for (const { target, content } of changes) {
    const { before, after } = content;
    const [row] = await tx.select().from(names).where(eq(names.id, target.id)).for('update');
    if (row === undefined || after === null) continue;
    const isSame = isDeepStrictEqual(contentOf(row), after);
    if (isSame && before === null) {
      await tx.delete(names).where(eq(names.id, row.id));
      continue;
    }
    const learned = after.heardAs.filter((form) => !before?.heardAs.includes(form));
    const restored =
      isSame && before !== null ? before : { heardAs: row.heardAs.filter((form) => !learned.includes(form)) };
    await tx
      .update(names)
      .set({ ...restored, revision: row.revision + 1, updatedAt: now })
      .where(eq(names.id, row.id));
  }
}

import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray } from 'drizzle-orm';
import { type ChangeOf, changesOf, type RoomTexts } from '#server/campaigns/room-texts.ts';
import { breath } from '#server/platform/breath.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { ROWS_IN_PART, removeInParts, rowsInParts } from '#server/platform/in-parts.ts';
import { listFile, objectFile } from '#server/platform/text-files.ts';
import { contentOf } from './glossary.ts';
import { correctionChanges, corrections, names } from './tables.ts';

export const namesTexts: RoomTexts = {
  room: 'names',

  archived: {
    tables: ['names', 'corrections', 'correction_changes'],

    async *campaign(orm, id) {
      const glossary = rowsInParts(orm.select().from(names), names.id, eq(names.campaignId, id));
      yield* listFile('glossary.json', glossary);
      const corrected = rowsInParts(
        orm.select().from(corrections),
        corrections.id,
        eq(corrections.campaignId, id),
      );
      for await (const correction of corrected) {
        const changes = changesIn(orm, correction.id);
        yield objectFile(`corrections/${correction.id}.json`, correction, { changes });
      }
    },
  },

  async *revert(_orm, { now }, changes) {
    const own = changesOf(changes, 'name');
    if (own.length > 0)
      yield {
        sessionId: null,
        rows: own.length,
        characters: 0,
        async write(tx) {
          await undoNames(tx, own, now);
          return [];
        },
      };
  },

  async erase(orm, { session, isGoneLine, repeats }) {
    const made = await orm
      .select({ id: corrections.id })
      .from(corrections)
      .where(eq(corrections.campaignId, session.campaignId));
    for (const { id } of made) {
      const gone: number[] = [];
      for await (const { ordinal, target, content, place } of changesIn(orm, id)) {
        const isGone = target.kind === 'segment' && isGoneLine(target.transcriptId, target.ordinal);
        if (isGone || repeats(session.id, content) || repeats(session.id, place)) gone.push(ordinal);
      }
      for (let from = 0; from < gone.length; from += ROWS_IN_PART) {
        const some = inArray(correctionChanges.ordinal, gone.slice(from, from + ROWS_IN_PART));
        await orm.delete(correctionChanges).where(and(eq(correctionChanges.correctionId, id), some));
        await breath();
      }
    }
  },
};

/** Each may have a section's text. */
const CHANGES_IN_PART = 50;

const changesIn = (orm: Orm, correctionId: string) =>
  rowsInParts(
    orm.select().from(correctionChanges),
    correctionChanges.ordinal,
    eq(correctionChanges.correctionId, correctionId),
    CHANGES_IN_PART,
  );

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

/** What corrections changed in a session, before it is deleted. */
export async function removeChanges(orm: Orm, sessionId: string): Promise<void> {
  const own = eq(correctionChanges.sessionId, sessionId);
  const made = await orm
    .selectDistinct({ id: correctionChanges.correctionId })
    .from(correctionChanges)
    .where(own);
  for (const { id } of made) {
    const ofIt = and(own, eq(correctionChanges.correctionId, id));
    await removeInParts(orm, correctionChanges, correctionChanges.ordinal, ofIt);
  }
}

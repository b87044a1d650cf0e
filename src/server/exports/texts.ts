import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq } from 'drizzle-orm';
import { quotes } from '#server/analyses/tables.ts';
import { sectionsWithout } from '#server/campaigns/erase-from-texts.ts';
import type { RoomTexts } from '#server/campaigns/room-texts.ts';
import { sessions } from '#server/campaigns/tables.ts';
import { createBreathing } from '#server/platform/breath.ts';
import { inParts, isAfter, ROWS_IN_PART } from '#server/platform/in-parts.ts';
import { jsonFile, objectFile } from '#server/platform/text-files.ts';
import { audioAssets, uploads } from '#server/recordings/tables.ts';
import { type ImportedChange, notesImports } from './tables.ts';

export const exportsTexts: RoomTexts = {
  room: 'exports',

  archived: {
    tables: ['notes_imports', 'sessions', 'uploads', 'audio_assets', 'quotes'],
    leftOut: {
      notes_import_stages: 'notes of an import under way, gone when it ends; then they are in the archive',
    },

    async *campaign(orm, id) {
      const [imported] = await orm.select().from(notesImports).where(eq(notesImports.campaignId, id));
      if (imported !== undefined) yield jsonFile('latest import.json', imported);
    },

    /** A session, its recordings and what analyses of them would have cost are one file. */
    async *session(orm, { id }) {
      const [session] = await orm.select().from(sessions).where(eq(sessions.id, id));
      if (session === undefined) return;
      const { userId: _, ...own } = session;
      const listOf = (table: typeof uploads | typeof audioAssets | typeof quotes) =>
        inParts(
          async (last: string | null): Promise<{ id: string }[]> =>
            orm
              .select()
              .from(table)
              .where(and(eq(table.sessionId, id), isAfter(table.id, last)))
              .orderBy(asc(table.id))
              .limit(ROWS_IN_PART),
          (row) => row.id,
        );
      yield objectFile('session.json', own, {
        uploads: listOf(uploads),
        recordings: listOf(audioAssets),
        quotes: listOf(quotes),
      });
    },
  },

  /** Of what an undo would put back. The record stays: what a crash cut short is taken back by it. */
  async erase(orm, { session, from }) {
    const own = eq(notesImports.campaignId, session.campaignId);
    const [imported] = await orm.select().from(notesImports).where(own);
    if (imported === undefined) return;
    const breathing = createBreathing();
    const without = async (changes: readonly ImportedChange[]): Promise<ImportedChange[]> => {
      const left: ImportedChange[] = [];
      for (const change of changes) {
        left.push({ ...change, before: sectionsWithout(change.before, from(change.sessionId)) });
        await breathing();
      }
      return left;
    };
    const { changes, earlier } = imported;
    const left = {
      changes: await without(changes),
      earlier: earlier && { ...earlier, changes: await without(earlier.changes) },
    };
    if (!isDeepStrictEqual(left, { changes, earlier })) await orm.update(notesImports).set(left).where(own);
  },
};

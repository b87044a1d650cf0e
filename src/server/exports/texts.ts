import { and, asc, eq } from 'drizzle-orm';
import { quotes } from '#server/analyses/tables.ts';
import type { RoomTexts } from '#server/campaigns/room-texts.ts';
import { sessions } from '#server/campaigns/tables.ts';
import { inParts, isAfter, ROWS_IN_PART } from '#server/platform/in-parts.ts';
import { jsonFile, objectFile } from '#server/platform/text-files.ts';
import { audioAssets, uploads } from '#server/recordings/tables.ts';
import { notesImports } from './tables.ts';

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

  async erase(orm, { session, repeats }) {
    const own = eq(notesImports.campaignId, session.campaignId);
    const imported = await orm.select().from(notesImports).where(own);
    if (imported.some(({ changes }) => repeats(session.id, changes)))
      await orm.delete(notesImports).where(own);
  },
};

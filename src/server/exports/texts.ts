import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import { sectionsWithout } from '#server/campaigns/erase-from-texts.ts';
import type { RoomTexts } from '#server/campaigns/room-texts.ts';
import { createBreathing } from '#server/platform/breath.ts';
import { jsonFile } from '#server/platform/text-files.ts';
import { type ImportedChange, notesImports } from './tables.ts';

export const exportsTexts: RoomTexts = {
  room: 'exports',

  archived: {
    tables: ['notes_imports'],
    leftOut: {
      notes_import_stages: 'notes of an import under way, gone when it ends; then they are in the archive',
    },

    async *campaign(orm, id) {
      const [imported] = await orm.select().from(notesImports).where(eq(notesImports.campaignId, id));
      if (imported !== undefined) yield jsonFile('latest import.json', imported);
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

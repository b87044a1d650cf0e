import { eq, lte } from 'drizzle-orm';
import {
  defaultPreferences,
  highestRevision,
  type Preferences,
  preferencesVersion,
} from '#contract/preferences.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { preferences } from './tables.ts';

export type PreferencesService = ReturnType<typeof createPreferences>;

function viewOf(row: typeof preferences.$inferSelect): Preferences {
  return {
    theme: row.theme,
    revision_id: row.revisionId,
    version: row.version,
    auto_copy_analysis_to_notes: row.autoCopyAnalysisToNotes,
    default_language: row.defaultLanguage,
    default_detail_level: row.defaultDetailLevel,
    show_alpha_features: row.showAlphaFeatures,
    mail_when_notes_ready: row.mailWhenNotesReady,
    tour_seen: row.tourSeen,
    notes_writer: row.notesWriter,
  };
}

export async function readPreferences(orm: Orm, userId: string): Promise<Preferences> {
  const [row] = await orm.select().from(preferences).where(eq(preferences.userId, userId));
  return row === undefined ? defaultPreferences : viewOf(row);
}

export function createPreferences({ database, clock }: { database: Database; clock: Clock }) {
  return {
    /**
     * R7.8. Adopts a higher revision, because a backup was restored (R7.14).
     * @throws Refusal staleRevision with `details.current`
     */
    async change(userId: string, wanted: Preferences): Promise<Preferences> {
      const values = {
        theme: wanted.theme,
        revisionId: wanted.revision_id + 1,
        version: preferencesVersion,
        autoCopyAnalysisToNotes: wanted.auto_copy_analysis_to_notes,
        defaultLanguage: wanted.default_language,
        defaultDetailLevel: wanted.default_detail_level,
        showAlphaFeatures: wanted.show_alpha_features,
        mailWhenNotesReady: wanted.mail_when_notes_ready,
        tourSeen: wanted.tour_seen,
        notesWriter: wanted.notes_writer,
        changedAt: clock.now(),
      };
      // One statement, so that only one of two simultaneous changes succeeds.
      const [kept] =
        wanted.revision_id >= highestRevision
          ? []
          : await database.orm
              .insert(preferences)
              .values({ userId, ...values })
              .onConflictDoUpdate({
                target: preferences.userId,
                set: values,
                setWhere: lte(preferences.revisionId, wanted.revision_id),
              })
              .returning();
      if (kept !== undefined) return viewOf(kept);
      throw new Refusal('staleRevision', {
        details: { current: await readPreferences(database.orm, userId) },
      });
    },
  };
}

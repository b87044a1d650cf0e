import { and, eq } from 'drizzle-orm';
import { defaultPreferences, type Preferences, preferencesVersion } from '#contract/preferences.ts';
import type { Clock } from '../clock.ts';
import { Refusal } from '../http/refusal.ts';
import type { Database, Orm } from '../store/database.ts';
import { preferences } from '../store/tables/account.ts';

export interface PreferencesService {
  /** What the user has set, or the defaults (R3.4, R7.7). */
  read(orm: Orm, userId: string): Promise<Preferences>;
  /**
   * Keeps a change that is based on the present revision, and gives it the next one (R7.8).
   * @throws Refusal staleRevision with `details.current` when it is based on another
   */
  change(userId: string, wanted: Preferences): Promise<Preferences>;
}

function viewOf(row: typeof preferences.$inferSelect): Preferences {
  return {
    theme: row.theme,
    revision_id: row.revisionId,
    version: row.version,
    auto_copy_analysis_to_notes: row.autoCopyAnalysisToNotes,
    default_language: row.defaultLanguage,
    default_detail_level: row.defaultDetailLevel,
    show_alpha_features: row.showAlphaFeatures,
  };
}

export function createPreferences(deps: { database: Database; clock: Clock }): PreferencesService {
  const { database, clock } = deps;

  async function read(orm: Orm, userId: string): Promise<Preferences> {
    const [row] = await orm.select().from(preferences).where(eq(preferences.userId, userId));
    return row === undefined ? defaultPreferences : viewOf(row);
  }

  return {
    read,
    async change(userId, wanted) {
      const values = {
        theme: wanted.theme,
        revisionId: wanted.revision_id + 1,
        version: preferencesVersion,
        autoCopyAnalysisToNotes: wanted.auto_copy_analysis_to_notes,
        defaultLanguage: wanted.default_language,
        defaultDetailLevel: wanted.default_detail_level,
        showAlphaFeatures: wanted.show_alpha_features,
        changedAt: clock.now(),
      };
      // One statement each, so that of two changes at once exactly one finds the revision that it is based on.
      const [kept] =
        wanted.revision_id === defaultPreferences.revision_id
          ? await database.orm
              .insert(preferences)
              .values({ userId, ...values })
              .onConflictDoNothing()
              .returning()
          : await database.orm
              .update(preferences)
              .set(values)
              .where(and(eq(preferences.userId, userId), eq(preferences.revisionId, wanted.revision_id)))
              .returning();
      if (kept !== undefined) return viewOf(kept);
      throw new Refusal('staleRevision', { details: { current: await read(database.orm, userId) } });
    },
  };
}

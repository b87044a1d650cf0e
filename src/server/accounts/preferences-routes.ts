import { getPreferences, putPreferences } from '#contract/preferences.ts';
import type { Mount } from '#server/http/mount.ts';
import type { Database } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type PreferencesService, readPreferences } from './preferences.ts';

export function preferencesRoutes(
  mount: Mount,
  deps: { database: Database; preferences: PreferencesService },
): void {
  mount(getPreferences, async ({ user, params }) => {
    if (params.userId !== user.userId) throw new Refusal('notFound');
    return readPreferences(deps.database.orm, user.userId);
  });
  mount(putPreferences, async ({ user, params, body }) => {
    if (params.userId !== user.userId) throw new Refusal('notFound');
    return deps.preferences.change(user.userId, body);
  });
}

import { getPreferences, putPreferences } from '#contract/preferences.ts';
import type { Mount } from '../http/mount.ts';
import { Refusal } from '../http/refusal.ts';
import type { PreferencesService } from '../services/preferences.ts';
import type { Database } from '../store/database.ts';

/** R7.7, R7.8: everyone's own only. */
export function preferencesRoutes(
  mount: Mount,
  deps: { database: Database; preferences: PreferencesService },
): void {
  mount(getPreferences, async ({ user, params }) => {
    if (params.userId !== user.userId) throw new Refusal('notFound');
    return { status: 200, body: await deps.preferences.read(deps.database.orm, user.userId) };
  });
  mount(putPreferences, async ({ user, params, body }) => {
    if (params.userId !== user.userId) throw new Refusal('notFound');
    return { status: 200, body: await deps.preferences.change(user.userId, body) };
  });
}

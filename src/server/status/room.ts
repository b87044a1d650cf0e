import { sql } from 'drizzle-orm';
import type { AppConfig } from '#contract/app-config.ts';
import type { Hearing } from '#contract/status.ts';
import type { Room } from '#server/http/room.ts';
import type { Config } from '#server/platform/config.ts';
import { whereaboutsOf } from '#server/platform/countries.ts';
import type { Database } from '#server/platform/database/database.ts';
import { releaseVersion } from '#server/platform/release-version.ts';
import type { Shared } from '#server/platform/shared.ts';
import { createAnnouncements } from './announcements.ts';
import type { Finding } from './checks.ts';
import { devStatusRoute, type UseShown } from './dev-status-routes.ts';
import { type NotesWriters, notesEngineRoutes } from './notes-engine-routes.ts';
import { serverRoutes } from './server-routes.ts';
import { trackerRoute } from './tracker-routes.ts';

export async function createStatus(
  deps: Pick<Shared, 'database' | 'clock' | 'log'> & {
    config: Pick<Config, 'operator' | 'links' | 'countries' | 'trackers'>;
    version: string;
    identity: AppConfig['identity'];
    hearing: () => Hearing | null;
    pricePercent: () => number;
    /** Only the development's own page shows its findings. */
    check: (() => Promise<Finding[]>) | undefined;
    modelUse: () => Promise<UseShown[]>;
    writers: NotesWriters;
  },
): Promise<Room> {
  const { config, check } = deps;
  const announcements = await createAnnouncements(deps);
  return {
    routes(mount, app) {
      serverRoutes(mount, {
        ...deps,
        release: releaseVersion,
        securityEmail: config.operator?.email ?? null,
        appConfig: { apiBase: '', identity: deps.identity },
        isReady: () => isReady(deps.database),
        announcements,
        links: config.links,
        whereabouts: (headers) => whereaboutsOf(config.countries, headers),
      });
      notesEngineRoutes(mount, deps.writers);
      trackerRoute(mount, config.trackers);
      if (check !== undefined) devStatusRoute(app, check, deps.modelUse);
    },
    stop: async () => deps.writers.here?.cancel(),
  };
}

async function isReady(database: Database): Promise<boolean> {
  try {
    await database.orm.execute(sql`select 1`);
    return true;
  } catch {
    return false;
  }
}

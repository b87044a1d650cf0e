import type { Room } from '#server/http/room.ts';
import type { Shared } from '#server/platform/shared.ts';
import { campaignRoutes } from './campaign-routes.ts';
import { createCampaigns } from './campaigns.ts';
import { createCast } from './cast.ts';
import { castRoutes } from './cast-routes.ts';
import { createNotes } from './notes.ts';
import { notesRoutes } from './notes-routes.ts';
import { createNotesVersions } from './notes-versions.ts';
import { createRecaps } from './recaps.ts';
import { sessionRoutes } from './session-routes.ts';
import type { SessionWorkPort } from './session-work.ts';
import { createSessions } from './sessions.ts';

export function createCampaignsRoom(
  deps: Pick<Shared, 'database' | 'clock'> & {
    sessionWork: SessionWorkPort;
    most: number;
    remembersVoices?: boolean;
    tellsVoicesApart?: boolean;
  },
) {
  const notes = createNotes(deps);
  const cast = createCast(deps);
  return {
    notes,
    cast,
    routes(mount) {
      campaignRoutes(mount, createCampaigns(deps));
      sessionRoutes(mount, createSessions(deps));
      castRoutes(mount, { database: deps.database, cast });
      notesRoutes(mount, { notes, versions: createNotesVersions(deps), recaps: createRecaps(deps) });
    },
  } satisfies Room & { notes: unknown; cast: unknown };
}

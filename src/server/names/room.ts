import type { RoomTexts } from '#server/campaigns/room-texts.ts';
import type { Room } from '#server/http/room.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createCorrections } from './corrections.ts';
import { createGlossary } from './glossary.ts';
import { namesRoutes } from './names-routes.ts';

export function createNames({
  texts,
  database,
  clock,
}: {
  texts: readonly RoomTexts[];
  database: Database;
  clock: Clock;
}) {
  const corrections = createCorrections({ texts, database, clock });
  return {
    corrections,
    chores: { corrections: corrections.settleAll },
    routes: (mount) => namesRoutes(mount, { corrections, glossary: createGlossary({ database, clock }) }),
  } satisfies Room & { corrections: unknown };
}

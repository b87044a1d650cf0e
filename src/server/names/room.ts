import type { Room } from '#server/http/room.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createCorrections } from './corrections.ts';
import { createGlossary } from './glossary.ts';
import { namesRoutes } from './names-routes.ts';

export function createNames({ database, clock }: { database: Database; clock: Clock }) {
  const corrections = createCorrections({ clock });
  return {
    corrections,
    routes: (mount) =>
      namesRoutes(mount, { database, corrections, glossary: createGlossary({ database, clock }) }),
  } satisfies Room & { corrections: unknown };
}

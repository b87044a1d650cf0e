import type { RoomTexts } from '#server/campaigns/room-texts.ts';
import type { Room } from '#server/http/room.ts';
import type { Shared } from '#server/platform/shared.ts';
import { createCorrections } from './corrections.ts';
import { createGlossary } from './glossary.ts';
import { namesRoutes } from './names-routes.ts';

export function createNames({
  texts,
  database,
  clock,
}: Pick<Shared, 'database' | 'clock'> & { texts: readonly RoomTexts[] }) {
  const corrections = createCorrections({ texts, database, clock });
  return {
    corrections,
    chores: { corrections: corrections.settleAll },
    routes: (mount) => namesRoutes(mount, { corrections, glossary: createGlossary({ database, clock }) }),
  } satisfies Room & { corrections: unknown };
}

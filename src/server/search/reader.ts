import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { isSwitchedOn, type LinkAudience, type Show } from '#contract/sharing.ts';
import { isFor, type Visibility } from '#contract/visibility.ts';
import { searchPassages, searchSources } from './tables.ts';

/** Who searches, and what is theirs to see. */
export type Reader =
  | { audience: 'gm' }
  | {
      audience: LinkAudience;
      /** What each session's link shows. */
      shown: ReadonlyMap<string, Show>;
      /** What was typed that is to find nothing, as `Unit.typed`. */
      hidden?: ReadonlySet<string>;
    };

const visibilities: readonly Visibility[] = ['gm', 'players', 'public'];

/** In SQL: the only filter by visibility. Of notes that changed, shared pages find nothing until they are indexed again. */
export function mayRead(reader: Reader): SQL | undefined {
  if (reader.audience === 'gm') return undefined;
  const { audience, shown } = reader;
  if (shown.size === 0) return sql`false`;
  return and(
    inArray(searchPassages.sessionId, [...shown.keys()]),
    eq(searchPassages.source, 'notes'),
    eq(searchPassages.ofResult, false),
    inArray(
      searchPassages.visibility,
      visibilities.filter((one) => one !== 'gm' && isFor(audience, one)),
    ),
    sql`exists (select from ${searchSources} where ${searchSources.sessionId} = ${searchPassages.sessionId}
      and ${searchSources.source} = 'notes' and ${searchSources.changes} = ${searchSources.done})`,
  );
}

/** Whether a session's page shows the names of its players. */
export const maySeeName = (reader: Reader, sessionId: string, isPlayer: boolean): boolean =>
  reader.audience === 'gm' || !isPlayer || reader.shown.get(sessionId)?.playerNames === true;

/** What a link's switches leave out. The titles of sessions are on every page. */
export function isShown(
  reader: Reader,
  passage: { sessionId: string; kind: string; section: string },
): boolean {
  if (reader.audience === 'gm' || passage.kind === 'session') return true;
  const show = reader.shown.get(passage.sessionId);
  return show !== undefined && isSwitchedOn(passage.section, show);
}

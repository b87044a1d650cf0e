import { eq } from 'drizzle-orm';
import { sessions } from '#server/campaigns/tables.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { type Entry, indexOf, worldKeyOf } from './entries.ts';
import { type Sources, sourcesOf } from './sources.ts';
import { isOpen, threadsOf } from './threads.ts';

const MOST_ENTRIES = 150;
const MOST_THREADS = 40;
const DESCRIPTION_CHARACTERS = 160;
/** A name of one evening only may be a mishearing, unless a person says what it is. */
const LEAST_SESSIONS = 2;

/**
 * What an analysis of this session is told of those before it, the latest first. Of later sessions nothing, so that an old evening that is analyzed again is
 * not written with what nobody knew then. Notes that a person wrote about an entry stay out: what an engine writes may be for players.
 */
export async function memoryOf(orm: Orm, sessionId: string) {
  const [session] = await orm
    .select({ campaignId: sessions.campaignId, position: sessions.position })
    .from(sessions)
    .where(eq(sessions.id, sessionId));
  if (session === undefined) return { entries: [], openThreads: [] };
  const sources = await sourcesOf(orm, session.campaignId, session.position);
  const index = await indexOf(sources);
  const order = new Map(sources.sessions.map(({ id }, at) => [id, at]));
  const latest = (entry: Entry) => Math.max(...[...entry.sessionIds].map((id) => order.get(id) ?? 0));
  const descriptions = descriptionsOf(sources);
  const remembered = [...index.entries.values()]
    .filter((entry) => !entry.isHidden && entry.sessionIds.size > 0 && isSure(entry, sources))
    .sort((one, other) => latest(other) - latest(one) || other.count - one.count)
    .slice(0, MOST_ENTRIES);
  const threads = await threadsOf(orm, index, sources);
  return {
    entries: remembered.map((entry) => ({
      name: entry.name,
      kind: entry.kind,
      aliases: [...entry.forms.values()].flatMap(({ name }) => (name === entry.name ? [] : name)),
      description: [...entry.forms.keys()].flatMap((key) => descriptions.get(key) ?? [])[0] ?? '',
    })),
    openThreads: threads
      .flatMap(({ state, text }) => (isOpen(state) ? text : []))
      .reverse()
      .slice(0, MOST_THREADS),
  };
}

const isSure = ({ key, sessionIds, forms }: Entry, { edits }: Sources): boolean =>
  sessionIds.size >= LEAST_SESSIONS || edits.has(key) || [...forms.values()].some(({ merged }) => merged);

/** The last line that notes have of a name, by the name's key. */
function descriptionsOf({ sessions }: Sources): Map<string, string> {
  const named = sessions.flatMap(({ results }) =>
    results.flatMap(({ npcs, locations, items, factions }) => [npcs, locations, items, factions].flat()),
  );
  return new Map(
    named.flatMap(({ name, description }) =>
      description === '' ? [] : [[worldKeyOf(name), description.slice(0, DESCRIPTION_CHARACTERS)]],
    ),
  );
}

import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';
import type { RoomTexts } from '#server/campaigns/room-texts.ts';
import { resting } from '#server/platform/breath.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { removeInParts } from '#server/platform/in-parts.ts';
import { searchPassages, searchSources } from './tables.ts';

/** Each is looked up in sixteen tables. */
const PASSAGES_AT_ONCE = 100;

/** It has no texts of its own: triggers take out of it what rooms take out of theirs (migration 0047). */
export const searchTexts: RoomTexts = {
  room: 'search',
  archived: {
    tables: [],
    leftOut: {
      search_sources: 'what of a session is indexed for search; made from texts that are in the archive',
      search_passages: 'as search_sources',
      search_words: 'as search_sources',
    },
  },

  /** Of what other rooms erased something from, not even single words are left until it is indexed again. */
  async afterErase(orm, { session, sessionIds, write }) {
    const outdated = await orm
      .select({ sessionId: searchSources.sessionId, source: searchSources.source })
      .from(searchSources)
      .where(
        or(
          eq(searchSources.sessionId, session.id),
          and(
            inArray(searchSources.sessionId, [...sessionIds]),
            ne(searchSources.changes, searchSources.done),
          ),
        ),
      );
    await removeInParts(
      orm,
      searchPassages,
      searchPassages.digest,
      eq(searchPassages.sessionId, session.id),
      PASSAGES_AT_ONCE,
    );
    for (const { sessionId, source } of outdated)
      await forgetWords(sessionId, source, (work) => write(sessionId, work));
  },
};

const WORDS_IN_STEP = 300;
/** A bound of a slice can't be a parameter. */
const SOME = sql.raw(`${WORDS_IN_STEP}`);

/** Some at a time. Each step leaves the source out of date, so indexing that is under way begins again, with what is left of the words. */
async function forgetWords(
  sessionId: string,
  source: string,
  write: (work: (tx: Orm) => Promise<number>) => Promise<number>,
): Promise<void> {
  for (let left = WORDS_IN_STEP; left >= WORDS_IN_STEP; )
    left = await write(async (tx) => {
      // In the order in which indexing and triggers lock them.
      await tx.execute(sql`
        with source as (
          select campaign_id, words[1:${SOME}] as words from search_sources
          where session_id = ${sessionId} and source = ${source} for update
        )
        select from source join search_words as known
          on known.campaign_id = source.campaign_id and known.word = any (source.words)
        order by known.word for update of known`);
      const { rows } = await tx.execute<{ words: number }>(sql`
        with source as (
          select campaign_id, words, counts from search_sources
          where session_id = ${sessionId} and source = ${source} for update
        ), gone as (
          select word, count from source, unnest(words[1:${SOME}], counts[1:${SOME}]) as part (word, count)
        ), counted as (
          update search_words set passages = search_words.passages - gone.count from gone, source
          where search_words.campaign_id = source.campaign_id and search_words.word = gone.word
            and search_words.passages > gone.count
        ), forgotten as (
          delete from search_words using gone, source
          where search_words.campaign_id = source.campaign_id and search_words.word = gone.word
            and search_words.passages <= gone.count
        )
        update search_sources set words = source.words[${SOME} + 1:], counts = source.counts[${SOME} + 1:],
          changes = search_sources.changes + 1
        from source where search_sources.session_id = ${sessionId} and search_sources.source = ${source}
        returning cardinality(source.words) as words`);
      await tx.execute(sql`select pg_notify('search_outdated', '')`);
      return rows[0]?.words ?? 0;
    });
}

/**
 * Before a session with much in it is deleted: its triggers then have little left to do in one statement. If the deletion is cut short, the session is indexed
 * again, because forgetting words leaves it out of date.
 */
export async function forgetIndexed(database: Database, sessionId: string): Promise<void> {
  const { orm } = database;
  const ofSession = eq(searchSources.sessionId, sessionId);
  const sources = await orm.select({ source: searchSources.source }).from(searchSources).where(ofSession);
  for (const { source } of sources)
    await forgetWords(sessionId, source, (work) => resting(() => database.transaction(work)));
  await removeInParts(
    orm,
    searchPassages,
    searchPassages.digest,
    eq(searchPassages.sessionId, sessionId),
    PASSAGES_AT_ONCE,
  );
}

import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { wordsOf } from '#contract/recognized-text.ts';
import { present } from '#contract/unknown-values.ts';
import type { CampaignText, RoomTexts } from '#server/campaigns/room-texts.ts';
import { campaigns, sessions } from '#server/campaigns/tables.ts';
import { breath, createPauses, rest } from '#server/platform/breath.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { isCurrentTranscript, transcripts } from '#server/recordings/tables.ts';
import { digestOf, type Passage, passagesOfNotes, passagesOfTranscript } from './passages.ts';
import { type Source, searchPassages, searchSources } from './tables.ts';
import { configurationOf, keysOf } from './words.ts';

/** Each step is a transaction of its own, of about so long; the embedded database serves nobody else meanwhile. */
const STEP_MS = 12;
const PASSAGES_AT_FIRST = 10;
const WORDS_AT_FIRST = 50;
const MOST_IN_STEP = 300;

/** The rooms whose texts are searched. */
const roomsOf: Readonly<Record<Source, readonly string[]>> = {
  notes: ['campaigns', 'analyses'],
  transcript: ['recordings'],
};

export function createIndexer({ database, texts }: { database: Database; texts: readonly RoomTexts[] }) {
  const { orm } = database;

  async function* textsOf(sessionId: string, source: Source): AsyncGenerator<CampaignText> {
    const [found] = await orm
      .select({ campaign: campaigns, session: sessions })
      .from(sessions)
      .innerJoin(campaigns, eq(campaigns.id, sessions.campaignId))
      .where(eq(sessions.id, sessionId));
    if (found === undefined) return;
    for (const { room, list } of texts)
      if (roomsOf[source].includes(room) && list) yield* list(orm, found, null);
  }

  async function passagesOf(
    session: { id: string; campaignId: string },
    source: Source,
  ): Promise<readonly Passage[]> {
    const [measured] = await orm
      .select({ id: transcripts.id })
      .from(transcripts)
      .where(
        and(eq(transcripts.sessionId, session.id), isCurrentTranscript, eq(transcripts.timing, 'measured')),
      )
      .limit(1);
    const of = { ...session, hasMeasuredTimes: measured !== undefined };
    if (source === 'notes') return passagesOfNotes(of, textsOf(session.id, source));
    const passages: Passage[] = [];
    for await (const passage of passagesOfTranscript(of, textsOf(session.id, source))) passages.push(passage);
    return passages;
  }

  /** Locks what is written of the source, in the order of the triggers. Null if the session is gone. */
  async function lockSource(tx: Orm, sessionId: string, source: Source) {
    // Its rows refer to both. Whoever changes texts has locked them before the triggers come.
    await tx.execute(sql`
      select 1 from campaigns where id = (select campaign_id from sessions where id = ${sessionId}) for key share`);
    await tx.execute(sql`select 1 from sessions where id = ${sessionId} for key share`);
    const [row] = await tx
      .select()
      .from(searchSources)
      .where(and(eq(searchSources.sessionId, sessionId), eq(searchSources.source, source)))
      .for('update');
    return row ?? null;
  }

  /** Makes what is indexed of a source the same as its texts. A change meanwhile leaves it out of date. */
  async function indexSource(sessionId: string, source: Source, signal?: AbortSignal): Promise<void> {
    const [begun] = await orm
      .select({
        changes: searchSources.changes,
        campaignId: searchSources.campaignId,
        language: campaigns.language,
      })
      .from(searchSources)
      .innerJoin(campaigns, eq(campaigns.id, searchSources.campaignId))
      .where(and(eq(searchSources.sessionId, sessionId), eq(searchSources.source, source)));
    if (begun === undefined) return;
    const { changes, campaignId } = begun;
    const configuration = configurationOf(begun.language);
    const passages = await passagesOf({ id: sessionId, campaignId }, source);
    const wanted = new Map<string, Passage>();
    const counts = new Map<string, number>();
    const pause = createPauses(false);
    for (const [index, passage] of passages.entries()) {
      wanted.set(digestOf(passage, configuration), passage);
      for (const word of new Set(wordsOf(passage.text))) counts.set(word, (counts.get(word) ?? 0) + 1);
      if (index % PASSAGES_AT_FIRST === 0) {
        await pause();
        signal?.throwIfAborted();
      }
    }

    const step = (work: (tx: Orm) => Promise<unknown>) => {
      signal?.throwIfAborted();
      return database.transaction(async (tx) => {
        const row = await lockSource(tx, sessionId, source);
        // What changed since may no longer be said: it begins again.
        if (row === null || row.changes !== changes) return false;
        await work(tx);
        return true;
      });
    };

    const known = await orm
      .select({ digest: searchPassages.digest })
      .from(searchPassages)
      .where(and(eq(searchPassages.sessionId, sessionId), eq(searchPassages.source, source)));
    const has = new Set(known.map(({ digest }) => digest.replaceAll('-', '')));
    const gone = known
      .map(({ digest }) => digest)
      .filter((digest) => !wanted.has(digest.replaceAll('-', '')));
    for await (const digests of inSteps(gone, PASSAGES_AT_FIRST))
      if (
        !(await step((tx) =>
          tx
            .delete(searchPassages)
            .where(and(eq(searchPassages.sessionId, sessionId), inArray(searchPassages.digest, digests))),
        ))
      )
        return;
    const added = [...wanted].filter(([digest]) => !has.has(digest));
    for await (const some of inSteps(added, PASSAGES_AT_FIRST)) {
      const rows = some.map(([digest, passage]) => ({
        ...passage,
        digest,
        terms: sql`to_tsvector(${configuration}::regconfig, ${wordsOf(passage.text).join(' ')})
          || array_to_tsvector(array[${`:${campaignId}`}])`,
      }));
      if (!(await step((tx) => tx.insert(searchPassages).values(rows).onConflictDoNothing()))) return;
    }
    await indexWords(sessionId, source, counts, step);
    await step((tx) =>
      tx
        .update(searchSources)
        .set({ done: changes, passages: wanted.size })
        .where(and(eq(searchSources.sessionId, sessionId), eq(searchSources.source, source))),
    );
  }

  /** Counts what differs from the last time, some words in each step; the source always says what is counted. */
  async function indexWords(
    sessionId: string,
    source: Source,
    counts: ReadonlyMap<string, number>,
    step: (work: (tx: Orm) => Promise<unknown>) => Promise<boolean>,
  ): Promise<void> {
    const before = await orm
      .select({ words: searchSources.words, counts: searchSources.counts })
      .from(searchSources)
      .where(and(eq(searchSources.sessionId, sessionId), eq(searchSources.source, source)));
    const counted = new Map(
      before.flatMap((row) => row.words.map((word, index) => [word, row.counts[index] ?? 0] as const)),
    );
    const changed = [...new Set([...counted.keys(), ...counts.keys()])].filter(
      (word) => counted.get(word) !== counts.get(word),
    );
    for await (const words of inSteps(changed, WORDS_AT_FIRST)) {
      const rows = words.map((word) => ({
        word,
        passages: (counts.get(word) ?? 0) - (counted.get(word) ?? 0),
        keys: keysOf(word),
      }));
      for (const word of words) {
        const now = counts.get(word);
        if (now === undefined) counted.delete(word);
        else counted.set(word, now);
      }
      const isWritten = await step(async (tx) => {
        const { campaignId } = present(await lockSource(tx, sessionId, source), 'source');
        await tx.execute(sql`
          insert into search_words (campaign_id, word, passages, keys)
          select ${campaignId}, word, passages, keys
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (word text, passages integer, keys integer[])
          order by word
          on conflict (campaign_id, word) do update set passages = search_words.passages + excluded.passages`);
        await tx.execute(sql`
          delete from search_words where campaign_id = ${campaignId} and passages <= 0
            and word in (select jsonb_array_elements_text(${JSON.stringify(words)}::jsonb))`);
        await tx
          .update(searchSources)
          .set({ words: [...counted.keys()], counts: [...counted.values()] })
          .where(and(eq(searchSources.sessionId, sessionId), eq(searchSources.source, source)));
      });
      if (!isWritten) return;
    }
  }

  return {
    /** Until nothing is out of date. @throws what failed, after all others are indexed */
    async run(signal?: AbortSignal): Promise<void> {
      const failed = new Map<string, unknown>();
      for (;;) {
        const some = await orm
          .select({ sessionId: searchSources.sessionId, source: searchSources.source })
          .from(searchSources)
          .where(ne(searchSources.changes, searchSources.done))
          .limit(failed.size + 1);
        const next = some.find(({ sessionId, source }) => !failed.has(`${sessionId} ${source}`));
        if (next === undefined) break;
        signal?.throwIfAborted();
        try {
          await indexSource(next.sessionId, next.source, signal);
        } catch (error) {
          signal?.throwIfAborted();
          failed.set(`${next.sessionId} ${next.source}`, error);
        }
        await breath();
      }
      for (const error of failed.values()) throw error;
    },
  };
}

/**
 * As many in each step as take `STEP_MS`, but never fewer than at first: on a busy computer the transaction alone takes longer, and
 * single words would take minutes for an evening. Then others have as long.
 */
async function* inSteps<Each>(all: readonly Each[], atFirst: number): AsyncGenerator<Each[]> {
  let size = atFirst;
  for (let from = 0; from < all.length; ) {
    const start = performance.now();
    const step = all.slice(from, from + size);
    yield step;
    from += step.length;
    const took = performance.now() - start;
    size = Math.max(atFirst, Math.min(Math.round((size * STEP_MS) / took), size * 2, MOST_IN_STEP));
    await rest(took);
  }
}

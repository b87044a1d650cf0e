import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { and, eq, like, sql } from 'drizzle-orm';
import { z } from 'zod';
import { campaigns, sessions } from '#server/campaigns/tables.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { quantile } from '#server/platform/quantile.ts';
import { type FoundHits, search } from '#server/search/search.ts';
import { openEmbeddedTestDatabase, openTestDatabase } from '#tests/support/database.ts';
import { noPostgresReason } from '#tests/support/postgres.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';
import { asText, hasSharedSessions, readSharedSession, SHARED_EPISODES } from '#tests/support/sessions.ts';
import sharePostgres from '#tests/support/shared-postgres.ts';
import type { Figure } from './figure.ts';

/** Written from passages of the corpus, which is not part of the project: in other words, and once more as one mistypes or mishears. */
const Questions = z.array(
  z.object({ session: z.string(), turn: z.int(), question: z.string(), mistyped: z.string() }),
);
const questions = Questions.parse(
  JSON.parse(readFileSync(new URL('./search/questions.json', import.meta.url), 'utf8')),
);

const SESSIONS = Number(process.env.SEARCH_SESSIONS ?? 200);
const TURNS_IN_SESSION = 2_500;
/** Imported and indexed as any evening is, with few others there and with all. The rest are copies of those in the database. */
const INDEXED_AT_FIRST = 8;
const INDEXED_LAST = 3;

/** Time of this thread's core: other work on the computer does not count. */
async function costOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Of the processes of a PostgreSQL on this computer, too; of one that ends meanwhile nothing. Where the kernel does not count it: by the clock. */
const costWith =
  ({ orm }: Database) =>
  async (work: () => Promise<unknown>): Promise<number> => {
    const ofDatabase = async (): Promise<Map<number, number>> => {
      const { rows } = await orm.execute<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database()`,
      );
      return new Map(
        rows.flatMap(({ pid }) =>
          existsSync(`/proc/${pid}/schedstat`)
            ? [[pid, Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6]]
            : [],
        ),
      );
    };
    if (!existsSync('/proc/self/schedstat')) {
      const start = performance.now();
      await work();
      return performance.now() - start;
    }
    const before = await ofDatabase();
    const own = await costOf(work);
    const after = await ofDatabase();
    return [...after].reduce((sum, [pid, spent]) => sum + spent - (before.get(pid) ?? 0), own);
  };

type Ask = (query: string) => Promise<FoundHits>;

async function add(server: TestServer, user: TestUser, campaignId: string, title: string, text: string) {
  const made = await user.call('POST', `/campaigns/${campaignId}/sessions`, { title });
  const { id } = z.object({ id: z.string() }).parse(await made.json());
  const answer = await server.app.request(`/sessions/${id}/transcripts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
    body: new TextEncoder().encode(text),
  });
  if (answer.status !== 201) throw new Error(`The transcript was refused: ${await answer.text()}`);
}

async function untilIndexed(ask: Ask): Promise<void> {
  while ((await ask('zzzz')).isIndexing) await new Promise((resolve) => setTimeout(resolve, 250));
}

/** Copies of evenings with all that search reads of them, at once: importing two hundred takes half an hour. */
async function copyEvenings(orm: Orm, sources: readonly string[], count: number): Promise<void> {
  await orm.execute('drop index search_passages_terms');
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const [id, transcriptId, source] = [newId(), newId(), sources[at % sources.length]];
    ids.push(id);
    await orm.execute(sql`
      insert into sessions select (jsonb_populate_record(s, jsonb_build_object('id', ${id}::text, 'title', ${`Copy ${at}`}::text,
        'position', (select max(position) + 1 from sessions where campaign_id = s.campaign_id)))).*
      from sessions as s where id = ${source}`);
    await orm.execute(sql`
      insert into transcripts select (jsonb_populate_record(t, jsonb_build_object('id', ${transcriptId}::text, 'session_id', ${id}::text))).*
      from transcripts as t where session_id = ${source}`);
    await orm.execute(sql`
      insert into search_passages select (jsonb_populate_record(p, jsonb_build_object('session_id', ${id}::text,
        'transcript_id', case when p.transcript_id is null then null else ${transcriptId}::text end))).*
      from search_passages as p where session_id = ${source}`);
    await orm.execute(sql`
      update search_sources as copy set done = copy.changes, passages = s.passages, words = s.words, counts = s.counts
      from search_sources as s where copy.session_id = ${id} and s.session_id = ${source} and s.source = copy.source`);
  }
  await orm.execute(sql`
    update search_words set passages = search_words.passages + copied.count
    from (select s.campaign_id, word, sum(count)::int as count from search_sources as s, unnest(s.words, s.counts) as of (word, count)
      where s.session_id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::uuid) group by 1, 2) as copied
    where search_words.campaign_id = copied.campaign_id and search_words.word = copied.word`);
  await orm.execute(
    'create index search_passages_terms on search_passages using gin (terms) with (fastupdate = off)',
  );
}

/** Six evenings as they were, and 200 mixed from their turns. Speech only: notes add little. */
export async function benchSearch(): Promise<Figure[]> {
  if (!hasSharedSessions) return [];
  const embedded = await openEmbeddedTestDatabase();
  const figures = await benchOn(embedded, 'embedded database', costOf, 200);
  await embedded.close();
  if (noPostgresReason() !== null) return figures;
  const end = await sharePostgres();
  const postgres = await openTestDatabase();
  const others = await benchOn(postgres, 'PostgreSQL', costWith(postgres), 50);
  await postgres.close();
  await end();
  return [...figures, ...others.filter(({ name }) => !name.startsWith('questions'))];
}

async function benchOn(
  database: Database,
  databaseName: string,
  measure: typeof costOf,
  limit: number,
): Promise<Figure[]> {
  const server = await createTestServer({
    database,
    config: { quotas: { ...readConfig({}).quotas, textBytes: 10_000_000_000 } },
    overrides: { checkResponses: false },
  });
  await server.start();
  const user = await server.signIn();
  const campaign = await user.call('POST', '/campaigns', { title: 'Campaign' });
  const { id } = z.object({ id: z.string() }).parse(await campaign.json());
  const { orm } = server.database;
  const rows = await orm.select().from(campaigns).where(eq(campaigns.id, id));
  const ask: Ask = (query) =>
    search(orm, {
      query,
      campaigns: rows,
      filters: { sessionId: null, speaker: null, kind: null },
      reader: { audience: 'gm' },
    });
  const turns = new Map(SHARED_EPISODES.map((name) => [name, readSharedSession(name).turns]));
  for (const [name, said] of turns) await add(server, user, id, name, asText(said));
  await untilIndexed(ask);

  const placeOf = async (query: string, session: string, turn: number) => {
    const { hits } = await ask(query);
    const said = turns.get(session)?.[turn]?.text.replace(/\s+/g, ' ').slice(0, 60) ?? '';
    const place = hits.findIndex(
      (hit) => hit.session?.title === session && hit.lines.some(({ text }) => text.includes(said)),
    );
    return place === -1 ? Number.POSITIVE_INFINITY : place;
  };
  const figures: Figure[] = [];
  for (const [name, of] of [
    ['as asked', 'question'],
    ['with typos and misheard names', 'mistyped'],
  ] as const) {
    const places: number[] = [];
    for (const each of questions) places.push(await placeOf(each[of], each.session, each.turn));
    figures.push({
      name: `questions ${name}: passage in the first three`,
      value: (100 * places.filter((place) => place < 3).length) / places.length,
      unit: '%',
      peer: `of ${places.length}; first ${places.filter((place) => place === 0).length}; at least ${of === 'question' ? 85 : 70}`,
    });
  }
  figures.push(await speedOf(ask, 6, databaseName, measure, limit));

  const all = [...turns.values()].flat();
  async function indexing(from: number, count: number): Promise<Figure> {
    let cost = 0;
    for (let at = from; at < from + count; at += 1) {
      const start = (at * 7919) % Math.max(1, all.length - TURNS_IN_SESSION);
      await add(server, user, id, `Evening ${at}`, asText(all.slice(start, start + TURNS_IN_SESSION)));
      cost += await measure(() => untilIndexed(ask));
    }
    return {
      name: `indexing an evening, from its import, with ${from} there`,
      value: cost / count,
      unit: 'ms',
      peer: `${databaseName}; mean of ${count}, with what asks whether it is done`,
    };
  }
  figures.push(await indexing(6, INDEXED_AT_FIRST));
  const mixed = await orm
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.campaignId, id), like(sessions.title, 'Evening %')));
  await copyEvenings(
    orm,
    mixed.map((session) => session.id),
    SESSIONS - 6 - INDEXED_AT_FIRST - INDEXED_LAST,
  );
  figures.push(await indexing(SESSIONS - INDEXED_LAST, INDEXED_LAST));
  figures.push(await speedOf(ask, SESSIONS, databaseName, measure, limit));
  for (const query of ['Who was absent last time?', 'What is open?']) {
    const costs: number[] = [];
    for (let at = 0; at < 5; at += 1)
      costs.push(await measure(() => user.call('POST', '/search', { query, campaignId: id })));
    figures.push({
      name: `“${query}”, ${SESSIONS} evenings: median`,
      value: quantile(costs, 0.5),
      unit: 'ms',
      peer: `${databaseName}; evenings without analyses and notes`,
    });
  }
  const sizes = await orm.execute<{ bytes: number }>(
    `select sum(pg_total_relation_size(oid))::float8 as bytes from pg_class where relname ~ '^search_(passages_[0-9]+|words|sources)$'`,
  );
  figures.push({
    name: `search index of ${SESSIONS} evenings`,
    value: (sizes.rows[0]?.bytes ?? 0) / 1024 ** 2,
    unit: 'MiB',
    peer: databaseName,
  });
  await server.close();
  return figures;
}

/** Questions, words and words with typos. */
async function speedOf(
  ask: Ask,
  sessions: number,
  databaseName: string,
  measure: typeof costOf,
  limit: number,
): Promise<Figure> {
  const queries = questions.flatMap(({ question, mistyped }) => [
    question,
    mistyped,
    mistyped.split(' ').at(-2) ?? '',
    question.split(' ').slice(-3).join(' ').replace('?', ''),
  ]);
  const costs: number[] = [];
  for (const query of queries) costs.push(await measure(() => ask(query)));
  return {
    name: `search and settle, ${sessions} evenings: p95`,
    value: quantile(costs, 0.95),
    unit: 'ms',
    peer: `${databaseName}; median ${Math.round(quantile(costs, 0.5))}; at most ${limit}`,
  };
}

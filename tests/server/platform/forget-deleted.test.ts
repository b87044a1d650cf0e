import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CastSheet } from '#contract/speakers.ts';
import type { Transcript } from '#contract/transcripts.ts';
import type { VoiceSheet } from '#contract/voices.ts';
import type { Database } from '#server/platform/database/database.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { createForgetting, forgetSoon } from '#server/platform/forget-deleted.ts';
import { removeInParts } from '#server/platform/in-parts.ts';
import { segments, transcripts, voicePrints } from '#server/recordings/tables.ts';
import { changeTheMemory, keepLearned } from '#server/recordings/voice-prints.ts';
import { silentLog } from '#tests/support/database.ts';
import { expectNoHold, longestStretch } from '#tests/support/longest-stretch.ts';
import { createTestServer, manualClock, type TestServer, type TestUser } from '#tests/support/server.ts';

let folder: string;
let database: Database;
let server: TestServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hearthscribe-forgotten-'));
  database = await openDatabase({ databaseUrl: null, dataFolder: folder, log: silentLog });
  server = await createTestServer({ database });
});
afterAll(async () => {
  await server.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** All bytes of the data folder: tables, indexes, large values, log. */
function filesWith(word: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const bytes = readFileSync(path);
      return bytes.includes(word) || bytes.includes(Buffer.from(word, 'utf16le'));
    })
    .map((path) => path.slice(folder.length));
}

async function json<Body>(asked: Response | Promise<Response>): Promise<Body> {
  return JSON.parse(await (await asked).text()) as Body;
}

async function sessionWith(user: TestUser, word: string) {
  const campaign = await json<{ id: string }>(user.call('POST', '/campaigns', { title: `Coast ${word}` }));
  const session = await json<{ id: string }>(user.call('POST', `/campaigns/${campaign.id}/sessions`, {}));
  const text = Array.from({ length: 12 }, (_, line) =>
    line % 2 === 0
      ? `DANA: You stand at the gate of the harbour, and the bell rings ${line} times tonight.`
      : `LIAM: I say ${word}number${line} and knock at the door of the old mill by the river.`,
  ).join('\n');
  const transcript = await json<Transcript>(
    server.app.request(`/sessions/${session.id}/transcripts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
      body: new TextEncoder().encode(text),
    }),
  );
  return { campaignId: campaign.id, sessionId: session.id, transcriptId: transcript.id };
}

/** As the analysis keeps how a voice sounds, once its owner agreed. */
async function hear(
  { campaignId, sessionId, transcriptId }: Awaited<ReturnType<typeof sessionWith>>,
  user: TestUser,
) {
  const before = await json<CastSheet>(
    user.call('GET', `/campaigns/${campaignId}/cast?sessionId=${sessionId}`),
  );
  const change = { kind: 'assign', label: 'LIAM', player: 'Liam', role: 'player', character: null };
  const { people } = await json<CastSheet>(
    user.call(
      'POST',
      `/campaigns/${campaignId}/cast`,
      { sessionId, change },
      { 'if-match': `"${before.revision}"` },
    ),
  );
  const print = Buffer.from(
    Int8Array.from({ length: 192 }, (_, at) => (at === 7 ? 127 : (at * 37) % 90)).buffer,
  );
  await database.transaction(async (tx) => {
    const agreed = { kind: 'agree', personIds: people.map(({ id }) => id) } as const;
    await changeTheMemory(tx, user.userId, campaignId, agreed, server.clock);
    const [transcript] = await tx.select().from(transcripts).where(eq(transcripts.id, transcriptId));
    const speakerId = transcript!.speakers.find(({ label }) => label === 'LIAM')!.id;
    const voice = {
      transcriptId,
      speakerId,
      personId: people[0]!.id,
      print: print.toString('base64'),
      taughtBy: '',
    };
    await keepLearned(tx, campaignId, [voice], server.clock.now());
  });
  const [kept] = await database.orm
    .select()
    .from(voicePrints)
    .where(eq(voicePrints.transcriptId, transcriptId));
  return Object.values(kept!.centres)[0]!.print;
}

const marks = async () =>
  (
    await database.orm.execute<{ name: string }>(
      sql`select name from installation_values where name like 'deleted-rows-wait:%'`,
    )
  ).rows.length;

describe('words that were deleted', () => {
  it('[R4.15] are in no file of the embedded database after a voice, a campaign and an account were deleted', async () => {
    const user = await server.signIn();
    const heard = await sessionWith(user, 'quillbarkerased');
    const { sessionId, transcriptId } = heard;
    const other = await sessionWith(user, 'ombrefelldeleted');
    const print = await hear(heard, user);
    expect(print).toHaveLength(256);
    expect(filesWith(print).length).toBeGreaterThan(0);
    const sheet = await json<VoiceSheet>(user.call('GET', `/sessions/${sessionId}/voices`));
    const speakerId = sheet.voices.find(({ label }) => label === 'Liam')?.speakerId;
    expect(
      (await user.call('POST', `/sessions/${sessionId}/voices/erased`, { transcriptId, speakerId })).status,
    ).toBe(200);
    expect((await user.call('DELETE', `/campaigns/${other.campaignId}`)).status).toBe(204);
    expect(filesWith('quillbarkerasednumber').length).toBeGreaterThan(0);
    expect(filesWith('ombrefelldeleted').length).toBeGreaterThan(0);
    expect(await marks()).toBe(2);

    await database.forgetDeleted();
    expect(filesWith('quillbarkerasednumber')).toEqual([]);
    expect(filesWith(print)).toEqual([]);
    expect(filesWith('ombrefelldeleted')).toEqual([]);
    expect(filesWith('quillbarkerased').length).toBeGreaterThan(0);

    const again = await hear(await sessionWith(user, 'gullwhisk'), user);
    expect(filesWith(again).length).toBeGreaterThan(0);
    expect((await user.call('DELETE', `/users/${user.userId}`)).status).toBe(204);
    await database.forgetDeleted();
    expect(filesWith(again)).toEqual([]);
    expect(filesWith('quillbarkerased')).toEqual([]);
  });

  it('are removed step by step: no row is read twice, and no vacuum finds many of them', {
    tags: ['everything'],
  }, async () => {
    const { transcriptId } = await sessionWith(await server.signIn(), 'fernlight');
    const { orm } = database;
    const countsOf = async () => {
      await orm.execute(sql`select pg_stat_force_next_flush()`);
      const { rows } = await orm.execute<{ dead: number; read: number }>(sql`
        select n_dead_tup::int as dead, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read
        from pg_stat_user_tables where relname = 'segments'`);
      return rows[0]!;
    };
    const MANY = 12_000;
    await orm.execute(sql`
      insert into segments (transcript_id, ordinal, id, start_ms, end_ms, text)
      select ${transcriptId}, i, 'y' || i, i, i, 'We row on.' from generate_series(101, ${100 + MANY}) i`);
    // As if it was vacuumed before; the planner knows how many rows there are.
    await orm.execute(sql`vacuum analyze segments`);
    const before = await countsOf();
    await removeInParts(orm, segments, segments.ordinal, eq(segments.transcriptId, transcriptId));
    const { read } = await countsOf();
    expect(read - before.read).toBeLessThan(4 * MANY);
    await vi.waitFor(async () => expect((await countsOf()).dead).toBeLessThan(MANY / 3), { timeout: 20_000 });
  });

  it('are in no page, index or large value that goes on to be used', { tags: ['everything'] }, async () => {
    const user = await server.signIn();
    const { campaignId, sessionId, transcriptId } = await sessionWith(user, 'brinewatch');
    const { orm } = database;
    await orm.execute(sql`
      insert into segments (transcript_id, ordinal, id, start_ms, end_ms, text)
      select ${transcriptId}, i, 'x' || i, i, i, repeat('We row on. ', 40) || case when i % 10 = 0 then 'saltgrave' else '' end || i
      from generate_series(100, 30000) i`);
    const glossary = Array.from({ length: 1500 }, (_, at) => `Saltgravename${at}`).join('\n');
    await user.call('POST', `/campaigns/${campaignId}/names/import`, { list: glossary });
    const noise = (word: string) =>
      Array.from({ length: 6000 }, (_, at) => `${word}${(at * 2_654_435_761) % 4_294_967_291}`).join(' ');
    const body = { key: 'own-1', title: 'Loot', visibility: 'gm' };
    for (const [revision, word] of ['saltgravenotes', 'kept'].entries())
      await user.call(
        'PATCH',
        `/sessions/${sessionId}/notes`,
        { sections: [{ ...body, body: noise(word) }] },
        { 'if-match': String(revision) },
      );
    for (let at = 0; at < 300; at += 1)
      await orm.execute(
        sql`update campaigns set description = ${`saltgraveold ${at}`} where id = ${campaignId}`,
      );
    await database.forgetDeleted();
    const before = await longestStretch(() => database.forgetDeleted());

    await orm.execute(sql`delete from segments where text like '%saltgrave%'`);
    await orm.execute(sql`delete from names where campaign_id = ${campaignId}`);
    await orm.execute(sql`delete from notes_versions where session_id = ${sessionId}`);
    await orm.execute(sql`update campaigns set description = '' where id = ${campaignId}`);
    expect(filesWith('altgrave').length).toBeGreaterThan(0);
    // As after a crash: PostgreSQL has lost its counts of removed rows.
    await orm.execute(sql`select pg_stat_reset()`);
    const { milliseconds } = await longestStretch(() => database.forgetDeleted());
    expect(filesWith('altgrave')).toEqual([]);
    expectNoHold(Math.max(before.milliseconds, milliseconds), 'what was deleted');

    await database.close();
    database = await openDatabase({ databaseUrl: null, dataFolder: folder, log: silentLog });
    const counted = await database.orm.execute(sql`select count(text)::int as lines from segments`);
    expect(counted.rows).toEqual([{ lines: 26_922 }]);
  });

  it('are forgotten when something was deleted, and once a day', async () => {
    const clock = manualClock(new Date());
    let forgotten = 0;
    const counting = {
      ...database,
      forgetDeleted: async () => {
        forgotten += 1;
      },
    };
    const { run } = createForgetting({ database: counting, clock });
    await run();
    expect([forgotten, await marks()]).toEqual([1, 0]);
    await run();
    expect(forgotten).toBe(1);
    clock.advance(24 * 3_600_000);
    await run();
    await run();
    expect(forgotten).toBe(2);
    await forgetSoon(database.orm, clock);
    await run();
    await run();
    expect([forgotten, await marks()]).toEqual([3, 0]);
  });
});

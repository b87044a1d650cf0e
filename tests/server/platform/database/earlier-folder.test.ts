import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findLedgerFaults } from '#server/credits/ledger-checks.ts';
import type { Database } from '#server/platform/database/database.ts';
import { databaseFolderOf } from '#server/platform/database/database-folder.ts';
import { openEmbedded } from '#server/platform/database/embedded.ts';
import { migrate, readMigrations } from '#server/platform/database/migrate.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { silentLog } from '#tests/support/database.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

/** Before voices were erased in steps, before threads, instructions and what is left of lots. */
const EARLIER = 50;
const id = (number: number) => `0199a000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const [userId, campaign, session, transcript, analysis] = [1, 2, 3, 4, 5].map(id);
const at = `'2026-02-03T19:30:00Z'`;

/** What a version of then stored: a user with credits, and an evening with notes, a transcript and an erased voice. */
const rowsOfThen = `
  insert into users (id, email, email_verified, created_at)
    values ('${userId}', 'mira@example.org', true, ${at});
  insert into identities (issuer, subject, user_id, created_at, method) values ('https://earlier.example.org', 'mira', '${userId}', ${at}, 'password');
  insert into credit_accounts values ('${userId}');
  insert into ledger (user_id, unit, delta, kind, idempotency_key, expires_at, created_at) values
    ('${userId}', 'credits', 300, 'purchase', 'purchase:one', null, ${at}),
    ('${userId}', 'credits', 80, 'subscription', 'subscription:one', '2999-03-03T00:00:00Z', ${at}),
    ('${userId}', 'freeAnalyses', 1, 'grant', 'grant:one', null, ${at});
  insert into ledger (user_id, unit, delta, kind, lot_id, reference, idempotency_key, created_at)
    select '${userId}', 'credits', change, entry, lots.id, '${analysis}', entry || ':${analysis}:' || attempt || ':' || lots.id, ${at}
    from ledger as lots, (values ('reserve', 1, -70), ('release', 1, 70), ('reserve', 2, -50), ('capture', 2, 0))
      as entries (entry, attempt, change)
    where lots.kind = 'purchase';
  insert into campaigns (id, user_id, title, description, system, setting, genre, recap_styles, instructions, created_at, updated_at)
    values ('${campaign}', '${userId}', 'The Lantern Coast', '', '', '', '', '[]', '', ${at}, ${at});
  insert into sessions (id, campaign_id, user_id, position, title, created_at, updated_at)
    values ('${session}', '${campaign}', '${userId}', 1, 'The drowned chapel', ${at}, ${at});
  insert into notes (session_id, sections, revision, updated_at) values ('${session}',
    '[{"key":"loot","title":"Loot","body":"A silver lantern.","visibility":"gm","source":"user","lines":[]}]', 1, ${at});
  update notes set sections = '[{"key":"loot","title":"Loot","body":"A golden lantern.","visibility":"gm","source":"user","lines":[]}]', revision = 2,
    cause = 'import', updated_at = ${at};
  insert into transcripts (id, session_id, source, timing, engine, duration_ms, speakers, segment_count, word_count, warnings, created_at)
    values ('${transcript}', '${session}', 'import', 'estimated', 'txt', 2000, '[{"id":"s1","label":"ANNA"}]', 1, 4, '[]', ${at});
  insert into segments (transcript_id, ordinal, id, start_ms, end_ms, speaker_id, text)
    values ('${transcript}', 0, 'seg-1', 0, 2000, 's1', 'We light the lantern.');
`;

describe('a data folder of an earlier version', () => {
  let folder: string;
  let database: Database;
  let server: TestServer;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hearthscribe-earlier-'));
    const driver = await openEmbedded(databaseFolderOf(folder), silentLog, { hasTables: false });
    await migrate(driver, readMigrations().slice(0, EARLIER));
    await driver.scriptTransaction(({ script }) => script(rowsOfThen));
    await driver.close();
    database = await openDatabase({ databaseUrl: null, dataFolder: folder, log: silentLog });
    server = await createTestServer({ database });
    await server.start();
  }, 60_000);
  afterAll(async () => {
    await server.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('opens, and everything in it is found again', async () => {
    const mira = await server.signIn({ email: 'mira@example.org', emailVerified: true });
    const read = async (path: string) => (await mira.call('GET', path)).json();
    expect(mira.userId).toBe(userId);
    expect(await read('/campaigns')).toMatchObject({
      campaigns: [{ id: campaign, title: 'The Lantern Coast', sessionCount: 1 }],
    });
    expect(await read(`/sessions/${session}/notes`)).toMatchObject({
      revision: 2,
      sections: [{ key: 'loot', body: 'A golden lantern.' }],
    });
    expect(await read(`/sessions/${session}/notes/versions`)).toMatchObject({ versions: [{ revision: 1 }] });
    expect(await read(`/transcripts/${transcript}/segments`)).toMatchObject({
      segments: [{ text: 'We light the lantern.' }],
    });
    const answer = await vi.waitFor(
      async () => {
        const found = await (await mira.call('POST', '/search', { query: 'lantern' })).json();
        expect(found).toMatchObject({ isIndexing: false });
        return found;
      },
      { timeout: 20_000 },
    );
    const sources = answer.hits.map(({ kind }) => kind);
    expect(new Set(sources)).toEqual(new Set(['notes', 'transcript']));
  });

  it('[D1] has the balances that its ledger adds up to', async () => {
    expect(await server.credits.balance(database.orm, userId!)).toEqual({ credits: 330, freeAnalyses: 1 });
    expect(await findLedgerFaults(database.orm)).toEqual([]);
  });
});

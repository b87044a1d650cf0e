import { sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultShow, type ShareLink, sharedPath } from '#contract/sharing.ts';
import { textLimits } from '#contract/text-limits.ts';
import { ROWS_IN_PART } from '#server/platform/in-parts.ts';
import { createRateLimit } from '#server/platform/rate-limit.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { watchHolds } from '#tests/support/database-holds.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

const SESSIONS = 60;
const MANY = 1_010;

let holds: ReturnType<typeof watchHolds>;
let closeDatabase: () => Promise<void>;
let server: TestServer;
let user: TestUser;
let campaign: string;
let session: string;

async function made(path: string, body: unknown): Promise<string> {
  const answer: Response = await user.call('POST', path, body);
  return (await answer.json()).id;
}

const addSessions = (count: number) =>
  server.database.orm.execute(sql`
    insert into sessions (id, campaign_id, user_id, position, title, created_at, updated_at)
    select gen_random_uuid(), ${campaign}::uuid, ${user.userId}::uuid, last + at, 'Night ' || at, now(), now()
    from generate_series(1, ${count}::int) as at,
      (select max(position) as last from sessions where campaign_id = ${campaign}::uuid) as present`);

beforeAll(async () => {
  const opened = await openTestDatabase();
  closeDatabase = () => opened.close();
  holds = watchHolds(opened);
  server = await createTestServer({ database: holds.database });
  user = await server.signIn();
  campaign = await made('/campaigns', { title: 'The Lantern Coast' });
  session = await made(`/campaigns/${campaign}/sessions`, {});
  await addSessions(SESSIONS);
});
afterAll(async () => {
  await server.close();
  await closeDatabase();
});

describe('a list without an end', () => {
  it('is read part by part for the archive of an account, and is complete', async () => {
    const { orm } = server.database;
    await orm.execute(sql`
      insert into ledger (user_id, unit, delta, kind, idempotency_key, created_at)
      select ${user.userId}::uuid, 'credits', 1, 'grant', 'part ' || at, now() from generate_series(1, ${MANY}::int) as at`);
    await orm.execute(sql`
      insert into uploads (id, session_id, file_name, size_bytes, fingerprint, status, expires_at, created_at)
      select gen_random_uuid(), ${session}::uuid, 'evening.mp3', 1, 'print', 'cancelled', now(), now()
      from generate_series(1, ${MANY}::int)`);
    holds.most();
    const answer: Response = await user.call('GET', `/users/${user.userId}/export`);
    const files = Object.entries(unzipSync(new Uint8Array(await answer.arrayBuffer())));
    expect(holds.most().rows).toBeLessThanOrEqual(ROWS_IN_PART);
    const textOf = (name: string) =>
      strFromU8(files.find(([path]) => path.endsWith(name))?.[1] ?? new Uint8Array());
    expect(textOf('credits/ledger.csv').match(/part \d+|,grant,/gu)?.length).toBeGreaterThanOrEqual(MANY);
    const ofSessions = files.flatMap(([path, bytes]) =>
      path.endsWith('session.json') ? [JSON.parse(strFromU8(bytes))] : [],
    );
    const own = ofSessions.find(({ id }) => id === session);
    expect(new Set(own.uploads.map(({ id }: { id: string }) => id)).size).toBe(MANY);
    expect([own.recordings, own.quotes]).toEqual([[], []]);
  });

  it('of uploads shows the latest', async () => {
    const answer: Response = await user.call('GET', `/sessions/${session}/uploads`);
    expect((await answer.json()).uploads).toHaveLength(textLimits.listedUploads.most);
  });

  it('of sessions is not read for a visitor of one of them', async () => {
    const link: Response = await user.call('PUT', `/sessions/${session}/public-link`, {
      show: defaultShow('public'),
    });
    const { publicId }: ShareLink = await link.json();
    holds.most();
    const page = await server.app.request(
      sharedPath({ kind: 'session', id: session, audience: 'public' }, publicId ?? ''),
    );
    expect(page.status).toBe(200);
    expect(holds.most().rows).toBeLessThan(20);
  });

  it('of sessions in a campaign ends, with what to do', async () => {
    await addSessions(textLimits.campaignSessions.most - SESSIONS - 1);
    const refused: Response = await user.call('POST', `/campaigns/${campaign}/sessions`, {});
    expect([refused.status, (await refused.json()).error]).toEqual([
      409,
      {
        code: 'quotaReached',
        message: 'A campaign would have more than 5,000 sessions. Create another campaign for them.',
        details: { of: 'campaignSessions', limit: 5000 },
      },
    ]);
  });

  it('of entries in the ledger grows slowly: analyses are started a limited number of times a day', async () => {
    const limit = {
      count: textLimits.startsADay.most,
      windowMs: 86_400_000,
      ahead: textLimits.startsADay.most,
    };
    await createRateLimit(server, 'analyses in a day', limit).waitFor(user.userId);
    const refused: Response = await user.call(
      'POST',
      `/sessions/${session}/analyses`,
      { quoteId: session, detailLevel: 'brief' },
      { 'idempotency-key': session },
    );
    expect([refused.status, (await refused.json()).error.message]).toEqual([
      429,
      'You have started 500 analyses today. Please start the rest tomorrow.',
    ]);
  });
});

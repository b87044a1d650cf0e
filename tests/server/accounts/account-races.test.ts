import { mkdirSync, rmSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { silentLog } from '#tests/support/database.ts';
import { noPostgresReason, startPostgres, type TestPostgres } from '#tests/support/postgres.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

let count = 0;
async function someone(server: TestServer) {
  count += 1;
  const claims = {
    sub: `00000000-0000-4000-9000-${String(count).padStart(12, '0')}`,
    email: `racer${count}@example.org`,
    emailVerified: true,
  };
  const user = await server.signIn(claims);
  const remove = async (token?: string) =>
    server.call('DELETE', `/users/${user.userId}`, undefined, {
      authorization: `Bearer ${token ?? (await server.issuer.idToken({ ...claims, originJti: `fresh ${count}` }))}`,
    });
  return { ...user, claims, remove };
}

const codeOf = async (answer: Response) =>
  answer.status < 400 ? null : ((await answer.json()) as { error: { code: string } }).error.code;

async function addSession(user: TestUser) {
  const campaign = (await (await user.call('POST', '/campaigns', { title: 'The drowned bell' })).json()) as {
    id: string;
  };
  const session = await user.call('POST', `/campaigns/${campaign.id}/sessions`, { title: 'First evening' });
  return { campaignId: campaign.id, sessionId: ((await session.json()) as { id: string }).id };
}

const byGoogle = { claims: { identities: [{ providerName: 'Google' }] } };

describe('an account during its deletion', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  it('[R7.9] rejects a request of a user who is deleted meanwhile', async () => {
    const user = await someone(server);
    const { campaignId } = await addSession(user);
    expect((await user.call('GET', '/campaigns')).status).toBe(200);
    await server.database.orm.execute(sql`delete from users where id = ${user.userId}`);
    const preferences = {
      theme: 'dark',
      revision_id: 0,
      version: 1,
      auto_copy_analysis_to_notes: true,
      default_language: null,
      default_detail_level: 'brief',
      show_alpha_features: true,
      mail_when_notes_ready: false,
      tour_seen: false,
      notes_writer: null,
    };
    const answers = await Promise.all([
      user.call('POST', '/campaigns', { title: 'Too late' }),
      user.call('PUT', `/users/${user.userId}/preferences`, preferences),
      user.call('POST', `/campaigns/${campaignId}/sessions`, {}),
    ]);
    expect(await Promise.all(answers.map(codeOf))).toEqual(['unauthorized', 'unauthorized', 'notFound']);
  });

  it('[R8.6] is deleted even if a recording cannot be removed at once', async () => {
    const user = await someone(server);
    const { sessionId } = await addSession(user);
    const created = await user.call('POST', `/sessions/${sessionId}/uploads`, {
      fileName: 'evening.mp3',
      sizeBytes: 1000,
      fingerprint: 'f'.repeat(64),
    });
    const path = `${server.dataFolder}/audio/${((await created.json()) as { id: string }).id}`;
    rmSync(path);
    mkdirSync(path);
    expect((await user.remove()).status).toBe(204);
    expect(server.outbox.messages()[0]?.to).toBe(user.claims.email);
  });

  it('[R4.15] is not deleted by a sign-in that /logout ended', async () => {
    const user = await someone(server);
    expect((await user.call('GET', '/logout')).status).toBe(204);
    expect(await codeOf(await user.remove(user.token))).toBe('unauthorized');
    expect((await user.remove()).status).toBe(204);
  });

  it('[R7.9] stays deleted if the identity provider’s clock is ahead', async () => {
    const user = await someone(server);
    const idToken = await server.issuer.idToken({
      ...user.claims,
      authTime: new Date(server.clock.now().getTime() + 3_000),
    });
    expect((await user.remove(idToken)).status).toBe(204);
    expect((await server.call('POST', '/login', { idToken })).status).toBe(401);
  });

  it('[R8.5] stays verified when an earlier token arrives late', async () => {
    const { sub, email } = (await someone(server)).claims;
    const login = async (claims: {
      sub?: string;
      emailVerified: boolean;
      claims?: Record<string, unknown>;
    }) =>
      server.call('POST', '/login', {
        idToken: await server.issuer.idToken({ email, originJti: `late ${claims.emailVerified}`, ...claims }),
      });
    expect((await login({ sub, emailVerified: false })).status).toBe(200);
    expect(await codeOf(await login({ sub: `google ${sub}`, emailVerified: true, ...byGoogle }))).toBe(
      'accountExists',
    );
  });

  it('[R8.5] a change to another user’s address does not lock the account', async () => {
    const [user, other] = [await someone(server), await someone(server)];
    const idToken = await server.issuer.idToken({ ...user.claims, ...byGoogle, email: other.claims.email });
    const answer = await server.call('POST', '/login', { idToken });
    expect([answer.status, await answer.json()]).toEqual([200, { userId: user.userId, isNewUser: false }]);
    const session = await (await user.call('GET', '/check-session')).json();
    expect(session).toMatchObject({ userEmail: user.claims.email });
  });

  it('[R7.8] rejects a revision that never existed', async () => {
    const user = await someone(server);
    const path = `/users/${user.userId}/preferences`;
    const present = (await (await user.call('GET', path)).json()) as object;
    for (const revision_id of [2_147_483_646, 2_147_483_647, Number.MAX_SAFE_INTEGER]) {
      const answer = await user.call('PUT', path, { ...present, revision_id });
      expect([revision_id, answer.status < 500]).toEqual([revision_id, true]);
    }
  });
});

const reason = noPostgresReason();

describe.skipIf(reason !== null)(
  `races on a real PostgreSQL${reason === null ? '' : ` (skipped: ${reason})`}`,
  () => {
    let postgres: TestPostgres;
    let server: TestServer;
    let database: Awaited<ReturnType<typeof openDatabase>>;
    let holder: pg.Client;

    beforeAll(async () => {
      postgres = await startPostgres();
      database = await openDatabase({ databaseUrl: postgres.url, dataFolder: null, log: silentLog });
      server = await createTestServer({ database });
    });
    afterAll(async () => {
      await server?.close();
      await database?.close();
      await postgres?.stop();
    });
    beforeEach(async () => {
      holder = new pg.Client({ connectionString: postgres.url });
      await holder.connect();
      await holder.query('begin');
    });
    afterEach(() => holder.end());

    const waiting = (number: number) =>
      vi.waitFor(
        async () => {
          const { rows } = await database.orm.execute<{ count: number }>(
            sql`select count(*)::int as count from pg_stat_activity
                where datname = current_database() and wait_event_type = 'Lock'`,
          );
          expect(rows[0]?.count).toBe(number);
        },
        { timeout: 50_000, interval: 100 },
      );

    it('[R7.9] deletes once for two simultaneous requests, with one receipt', async () => {
      const user = await someone(server);
      await holder.query('select 1 from users where id = $1 for update', [user.userId]);
      const answers = Promise.all([user.remove(), user.remove()]);
      await waiting(2);
      await holder.query('commit');
      expect((await answers).map(({ status }) => status).sort()).toEqual([204, 204]);
      expect(server.outbox.messages().filter(({ to }) => to === user.claims.email)).toHaveLength(1);
    });

    it('[R7.9] an old token does not recreate a user during their deletion', async () => {
      const user = await someone(server);
      await holder.query('lock table identities in access exclusive mode');
      const login = server.call('POST', '/login', { idToken: user.token });
      await waiting(1);
      await holder.query(
        'insert into deleted_identities (issuer, subject, deleted_at) select issuer, subject, $2 from identities where user_id = $1',
        [user.userId, new Date(server.clock.now().getTime() + 60_000)],
      );
      await holder.query('delete from users where id = $1', [user.userId]);
      await holder.query('commit');
      expect((await login).status).toBe(401);
      const { rows } = await database.orm.execute(
        sql`select 1 from users where email = ${user.claims.email}`,
      );
      expect(rows).toEqual([]);
    });

    it('[R7.9] does not block a simultaneous deletion of a campaign', async () => {
      const user = await someone(server);
      const { campaignId, sessionId } = await addSession(user);
      await holder.query('select 1 from sessions where id = $1 for update', [sessionId]);
      const deletion = user.remove();
      await waiting(1);
      const removal = user.call('DELETE', `/campaigns/${campaignId}`);
      await waiting(2);
      await holder.query('commit');
      expect((await deletion).status).toBe(204);
      expect((await removal).status).toBe(404);
    });

    it('[R7.9] a login that waits for a deletion finds no user', async () => {
      const user = await someone(server);
      const later = await server.issuer.idToken({ ...user.claims, originJti: 'meanwhile' });
      await holder.query('select 1 from sessions');
      await holder.query('delete from users where id = $1', [user.userId]);
      const login = server.call('POST', '/login', { idToken: later });
      await waiting(1);
      await holder.query('commit');
      expect((await login).status).toBe(401);
    });
  },
);

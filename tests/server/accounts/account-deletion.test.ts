import { existsSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultShow, sharedPath } from '#contract/sharing.ts';
import { textLimits } from '#contract/text-limits.ts';
import { present } from '#contract/unknown-values.ts';
import { checkouts, payments } from '#server/billing/tables.ts';
import { archived } from '#server/compose/texts.ts';
import { openEmbeddedTestDatabase } from '#tests/support/database.ts';
import { createFakeNotes, createGate } from '#tests/support/fake-engines.ts';
import { noPostgresReason } from '#tests/support/postgres.ts';
import { sampleTranscriptBytes } from '#tests/support/sample-transcript.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

const WINDOW_MS = 300_000;
const SLACK_MS = 5_000;
let server: TestServer;
const notes = createFakeNotes();
const speech = { id: 'none', maxChunkSeconds: 30, concurrency: 1 };

beforeAll(async () => {
  server = await createTestServer({
    overrides: {
      engines: {
        notes: notes.engine,
        speech: {
          ...speech,
          prepare: async () => undefined,
          hear: () => Promise.reject(new Error('not in this test')),
          close: async () => undefined,
        },
      },
    },
  });
  await server.start();
});
afterAll(() => server.close());

let count = 0;
async function someone(on = server) {
  count += 1;
  const claims = {
    sub: `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`,
    email: `leaver${count}@example.org`,
  };
  const user = await on.signIn(claims);
  const freshToken = (at = on.clock.now()) =>
    on.issuer.idToken({ ...claims, authTime: at, originJti: `fresh ${count}` });
  const remove = async (token: string, userId = user.userId) =>
    on.call('DELETE', `/users/${userId}`, undefined, { authorization: `Bearer ${token}` });
  return { ...user, claims, freshToken, remove };
}

const errorCode = async (answer: Response) =>
  ((await answer.json()) as { error: { code: string } }).error.code;

async function addSession(user: TestUser): Promise<string> {
  const campaign = (await (await user.call('POST', '/campaigns', { title: 'The drowned bell' })).json()) as {
    id: string;
  };
  const session = await user.call('POST', `/campaigns/${campaign.id}/sessions`, { title: 'First evening' });
  return ((await session.json()) as { id: string }).id;
}

async function rowsNaming(userId: string): Promise<string[]> {
  const tables = await server.database.orm.execute<{ table_name: string }>(sql`
    select table_name from information_schema.columns
    where column_name = 'user_id' and table_schema = 'public' order by table_name`);
  const names = tables.rows.map((row) => row.table_name).filter((name) => !name.startsWith('idp_'));
  const found: string[] = [];
  for (const name of names) {
    const { rows } = await server.database.orm.execute(
      sql`select 1 from ${sql.identifier(name)} where user_id = ${userId}`,
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

/** In what the rooms say that they keep about a user, and in all that has its id. */
async function rowsWith(id: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of archived.flatMap(({ tables, leftOut = {} }) => [...tables, ...Object.keys(leftOut)])) {
    const { rows } = await server.database.orm.execute(
      sql`select 1 from ${sql.identifier(name)} as each where strpos(row_to_json(each)::text, ${id}) > 0`,
    );
    if (rows.length > 0) found.push(name);
  }
  return found.toSorted();
}

describe('DELETE /users/{id}', () => {
  it('[R7.9][R4.16] deletes the user with all their data, and emails a receipt', async () => {
    const user = await someone();
    const sessionId = await addSession(user);
    await user.call(
      'PATCH',
      `/sessions/${sessionId}/notes`,
      { sections: [{ key: 'recap', title: 'Recap', body: 'The bell rings.', visibility: 'gm' }] },
      { 'if-match': '0' },
    );
    expect(await rowsWith(sessionId)).toEqual(expect.arrayContaining(['notes', 'sessions']));
    const answer = await user.remove(await user.freshToken());
    expect(answer.status).toBe(204);
    expect(await rowsWith(sessionId)).toEqual([]);
    expect(await rowsWith(user.userId)).toEqual(['credit_accounts', 'credit_lots', 'ledger']);
    expect((await user.call('GET', `/sessions/${sessionId}`)).status).toBe(401);
    expect(await (await user.call('GET', '/check-session')).json()).toMatchObject({ isAuthenticated: false });
    expect(await rowsNaming(user.userId)).toEqual(['credit_accounts', 'credit_lots', 'ledger']);
    expect(server.outbox.messages()[0]).toMatchObject({
      to: user.claims.email,
      subject: 'Your Hearthscribe account has been deleted',
    });
  });

  it('[R7.9] keeps the ledger under an anonymous id: no name, address or customer', async () => {
    const user = await someone();
    const at = server.clock.now();
    const { userId } = user;
    const lotId = await server.database.transaction(async (tx) => {
      const { lotId } = await server.credits.grant(tx, {
        userId,
        unit: 'credits',
        amount: 750,
        kind: 'subscription',
        key: 'in_leaver',
        expiresAt: new Date(at.getTime() + 1_000),
      });
      await tx
        .insert(checkouts)
        .values({ id: 'cs_leaver', userId, tier: 'STANDARD', state: 'paid', createdAt: at });
      await tx.insert(payments).values({
        id: 'in_leaver',
        userId,
        kind: 'subscription',
        tier: 'STANDARD',
        amountCents: 900,
        currency: 'usd',
        credits: 750,
        lotId,
        paidAt: at,
      });
      return lotId;
    });
    expect((await user.remove(await user.freshToken())).status).toBe(204);
    expect(await rowsNaming(userId)).toEqual([
      'checkouts',
      'credit_accounts',
      'credit_lots',
      'ledger',
      'payments',
    ]);
    const refund = () =>
      server.database.transaction((tx) => server.credits.refund(tx, { userId, lotId, credits: 250 }));
    expect([await refund(), await refund()]).toEqual([{ taken: 250 }, { taken: 0 }]);
    server.clock.advance(1_000);
    await server.database.transaction((tx) => server.credits.writeOff(tx, userId));
    const { rows } = await server.database.orm.execute<{ kind: string; delta: number }>(
      sql`select kind, delta from ledger where user_id = ${userId} and unit = 'credits' order by id`,
    );
    expect(rows).toEqual([
      { kind: 'subscription', delta: 750 },
      { kind: 'refund', delta: -250 },
      { kind: 'expire', delta: -500 },
    ]);
    expect((await user.call('GET', '/account/credits')).status).toBe(401);
  });

  it('[R4.15] requires a sign-in within the last five minutes, by the time in the token', async () => {
    const user = await someone();
    const signedInAt = server.clock.now();
    const token = await user.freshToken(signedInAt);
    const age = () => server.clock.now().getTime() - Math.floor(signedInAt.getTime() / 1000) * 1000;
    server.clock.advance(WINDOW_MS + SLACK_MS - age());
    const refused = await user.remove(token);
    expect(refused.status).toBe(403);
    expect(await errorCode(refused)).toBe('freshSignInRequired');
    expect((await user.call('GET', '/campaigns')).status).toBe(200);
    const inTime = await user.freshToken(new Date(server.clock.now().getTime() - WINDOW_MS));
    expect((await user.remove(inTime)).status).toBe(204);
  });

  it('rejects deleting another user, and invalid tokens', async () => {
    const [user, other] = [await someone(), await someone()];
    const wrongUser = await user.remove(await user.freshToken(), other.userId);
    expect(wrongUser.status).toBe(404);
    expect((await user.remove('not.a.token')).status).toBe(401);
    expect((await server.call('DELETE', `/users/${user.userId}`)).status).toBe(401);
    expect((await other.call('GET', '/campaigns')).status).toBe(200);
    expect((await user.call('GET', '/campaigns')).status).toBe(200);
  });

  it('[R7.9] asked once more, is done, however old the sign-in is, and leaves a later account alone', async () => {
    const user = await someone();
    const token = await user.freshToken();
    expect((await user.remove(token)).status).toBe(204);
    expect((await user.remove(token)).status).toBe(204);
    server.clock.advance(WINDOW_MS + 10_000);
    expect((await user.remove(token)).status).toBe(204);
    const later = await server.signIn({ ...user.claims, authTime: server.clock.now() });
    expect((await user.remove(token, later.userId)).status).toBe(404);
    expect((await later.call('GET', '/campaigns')).status).toBe(200);
  });

  it('[R7.9] does not tell the holder of a deleted account that another one is deleted', async () => {
    const [user, other] = [await someone(), await someone()];
    const token = await user.freshToken();
    expect((await user.remove(token)).status).toBe(204);
    expect((await user.remove(token, other.userId)).status).toBe(404);
    expect((await other.call('GET', '/campaigns')).status).toBe(200);
  });

  it('[R7.9] asked again while the first call is running, on a database with one transaction at a time, is done with one receipt', async () => {
    const database = await openEmbeddedTestDatabase();
    const embedded = await createTestServer({ database });
    const user = await someone(embedded);
    const token = await user.freshToken();
    const answers = await Promise.all([user.remove(token), user.remove(token)]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect(embedded.outbox.messages().map(({ to }) => to)).toEqual([user.claims.email]);
    await embedded.close();
    await database.close();
  });

  it('rejects earlier tokens, and creates a new user from a later sign-in', async () => {
    const user = await someone();
    const token = await user.freshToken();
    expect((await user.remove(token)).status).toBe(204);
    expect((await server.call('POST', '/login', { idToken: user.token })).status).toBe(401);
    expect((await server.call('POST', '/login', { idToken: token })).status).toBe(401);
    server.clock.advance(1_000);
    const later = await server.call('POST', '/login', { idToken: await user.freshToken() });
    expect(later.status).toBe(200);
    expect(((await later.json()) as { userId: string }).userId).not.toBe(user.userId);
  });

  it('forgets deleted users once their tokens can no longer be renewed', async () => {
    const [user, later] = [await someone(), await someone()];
    expect((await user.remove(await user.freshToken())).status).toBe(204);
    server.clock.advance(31 * 86_400_000 + 1);
    expect((await later.remove(await later.freshToken())).status).toBe(204);
    const { rows } = await server.database.orm.execute<{ subject: string }>(
      sql`select subject from deleted_identities`,
    );
    expect(rows.map(({ subject }) => subject)).toContain(later.claims.sub);
    expect(rows.map(({ subject }) => subject)).not.toContain(user.claims.sub);
  });

  it('[D3] welcomes an address once: a deleted account that has used its free analysis does not get another', async () => {
    const again = async (user: Awaited<ReturnType<typeof someone>>) => {
      expect((await user.remove(await user.freshToken())).status).toBe(204);
      server.clock.advance(1_000);
      const login = await server.call('POST', '/login', { idToken: await user.freshToken() });
      const { userId } = (await login.json()) as { userId: string };
      const { rows } = await server.database.orm.execute<{ sum: number }>(
        sql`select coalesce(sum(delta), 0)::int as sum from ledger where user_id = ${userId} and unit = 'freeAnalyses'`,
      );
      return rows[0]!.sum;
    };
    const [unused, used] = [await someone(), await someone()];
    expect(await again(unused)).toBeGreaterThan(0);
    await server.database.orm.execute(
      sql`insert into reservations (analysis_id, user_id, payment, amount, attempt, state)
          values (gen_random_uuid(), ${used.userId}, 'free', 1, 1, 'captured')`,
    );
    expect(await again(used)).toBe(0);
  });

  it('stops a running analysis without a charge', async () => {
    const gate = createGate();
    const stopped = createGate();
    notes.before = async (_step, signal) => {
      signal.addEventListener('abort', stopped.open);
      await gate.pass(signal);
    };
    const user = await someone();
    const sessionId = await addSession(user);
    const bytes = sampleTranscriptBytes(2);
    await server.app.request(`/sessions/${sessionId}/transcripts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}` },
      body: bytes as BodyInit,
    });
    const quote = (await (await user.call('POST', `/sessions/${sessionId}/quote`)).json()) as { id: string };
    const started = await user.call(
      'POST',
      `/sessions/${sessionId}/analyses`,
      { quoteId: quote.id, detailLevel: 'brief' },
      { 'idempotency-key': 'delete-while-running' },
    );
    expect(started.status).toBe(201);
    await gate.arrived;
    expect((await user.remove(await user.freshToken())).status).toBe(204);
    await stopped.pass(new AbortController().signal);
    const kinds = await server.database.orm.execute<{ kind: string }>(
      sql`select kind from ledger where user_id = ${user.userId} order by id`,
    );
    expect(kinds.rows.map(({ kind }) => kind)).toEqual(['grant', 'reserve', 'release']);
  });

  it('removes the recordings from the disk', async () => {
    const user = await someone();
    const sessionId = await addSession(user);
    const created = await user.call('POST', `/sessions/${sessionId}/uploads`, {
      fileName: 'evening.mp3',
      sizeBytes: 1000,
      fingerprint: 'f'.repeat(64),
    });
    const { id } = (await created.json()) as { id: string };
    const path = `${server.dataFolder}/audio/${id}`;
    expect(existsSync(path)).toBe(true);
    expect((await user.remove(await user.freshToken())).status).toBe(204);
    expect(existsSync(path)).toBe(false);
  });

  it('[R8.6] changes nothing if the deletion fails halfway', async () => {
    const user = await someone();
    const sessionId = await addSession(user);
    await server.database.orm.execute(sql`
      create function refuse_leaving() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`);
    await server.database.orm.execute(sql`
      create trigger refuse_leaving before delete on campaigns for each row execute function refuse_leaving()`);
    expect((await user.remove(await user.freshToken())).status).toBe(500);
    await server.database.orm.execute(sql`drop trigger refuse_leaving on campaigns`);
    expect((await user.call('GET', `/sessions/${sessionId}`)).status).toBe(200);
  });

  it('[R8.6] ends an account with much text at once, and deletes it part by part, again until nothing is left', async () => {
    const user = await someone();
    const sessionIds = [await addSession(user), await addSession(user)];
    const link = await user.call('PUT', `/sessions/${sessionIds[0]}/public-link`, {
      show: defaultShow('public'),
    });
    const shared = sharedPath(
      { kind: 'session', id: present(sessionIds[0], 'session'), audience: 'public' },
      ((await link.json()) as { publicId: string }).publicId,
    );
    for (const sessionId of sessionIds) {
      const sent = await server.app.request(`/sessions/${sessionId}/transcripts`, {
        method: 'POST',
        headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
        body: sampleTranscriptBytes(),
      });
      expect(sent.status).toBe(201);
      await server.database.orm.execute(
        sql`update transcripts set text_bytes = ${textLimits.deletedAtOnceBytes.most} where session_id = ${sessionId}`,
      );
    }
    const left = async () => {
      const { rows } = await server.database.orm.execute(
        sql`select 1 from sessions where user_id = ${user.userId}`,
      );
      return rows.length;
    };
    await server.database.orm.execute(sql`
      create or replace function refuse_leaving() returns trigger language plpgsql as $$ begin
        if (select count(*) from sessions where user_id = old.user_id) = 1 then raise exception 'no'; end if;
        return old;
      end $$`);
    await server.database.orm.execute(sql`
      create trigger refuse_leaving before delete on sessions for each row execute function refuse_leaving()`);
    const letters = server.outbox.messages().length;
    expect((await user.remove(await user.freshToken())).status).toBe(204);
    expect((await user.call('GET', `/sessions/${sessionIds[0]}`)).status).toBe(401);
    expect((await server.call('GET', shared)).status).toBe(404);
    server.clock.advance(1_000);
    const again = await server.call('POST', '/login', { idToken: await user.freshToken() });
    expect(((await again.json()) as { userId: string }).userId).not.toBe(user.userId);
    await expect.poll(left, { timeout: 20_000 }).toBe(1);
    await server.database.orm.execute(sql`drop trigger refuse_leaving on sessions`);
    await expect.poll(() => server.outbox.messages().length, { timeout: 20_000 }).toBe(letters + 1);
    expect(await left()).toBe(0);
    expect(await rowsNaming(user.userId)).toEqual(['credit_accounts', 'credit_lots', 'ledger']);
    expect(server.outbox.messages()[0]).toMatchObject({ to: user.claims.email });
  });

  it.skipIf(noPostgresReason() !== null)(
    '[R7.9] opens no session for a sign-in that arrives while the account ends, though its rows are still there',
    async () => {
      const user = await someone();
      const sessionId = await addSession(user);
      const { orm } = server.database;
      const sent = await server.app.request(`/sessions/${sessionId}/transcripts`, {
        method: 'POST',
        headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
        body: sampleTranscriptBytes(),
      });
      expect(sent.status).toBe(201);
      await orm.execute(
        sql`update transcripts set text_bytes = ${textLimits.deletedAtOnceBytes.most * 2} where session_id = ${sessionId}`,
      );
      await orm.execute(sql`
        create function wait_to_leave() returns trigger language plpgsql as $$ begin
          perform pg_advisory_xact_lock(77); return new;
        end $$`);
      await orm.execute(sql`
        create trigger wait_to_leave before insert on deleted_identities
          for each row execute function wait_to_leave()`);
      const waiting = async (table: string) => {
        const { rows } = await orm.execute(sql`
          select 1 from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database() and query ~ ${table}`);
        return rows.length;
      };
      const leaving = await user.freshToken();
      const { claims } = user;
      const arriving = await server.issuer.idToken({
        ...claims,
        authTime: server.clock.now(),
        originJti: 'arriving',
      });
      const { signal } = new AbortController();
      const gate = createGate();
      const lock = server.database.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(77)`);
        await gate.pass(signal);
      });
      await gate.arrived;
      const removal = user.remove(leaving);
      await expect.poll(() => waiting('"deleted_identities"'), { timeout: 20_000 }).toBe(1);
      const login = server.call('POST', '/login', { idToken: arriving });
      await expect.poll(() => waiting('"(users|logins|identities)"'), { timeout: 20_000 }).toBe(1);
      gate.open();
      await lock;
      expect((await removal).status).toBe(204);
      expect((await login).status).toBe(401);
      expect(await rowsNaming(user.userId)).not.toContain('logins');
      await orm.execute(sql`drop trigger wait_to_leave on deleted_identities`);
    },
  );
});

import { eq, type SQL } from 'drizzle-orm';
import type { PgTable, SelectedFields } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourceFields } from '#contract/visit.ts';
import { createLogins } from '#server/accounts/logins.ts';
import { users } from '#server/accounts/tables.ts';
import { createTokenVerifier } from '#server/http/token-verifier.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

describe('account', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ config: { freeAnalyses: 1, welcomeCredits: 30 } });
  });
  afterAll(() => server.close());

  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const check = async (token?: string) =>
    (await server.call('GET', '/check-session', undefined, token ? bearer(token) : {})).json();

  it('[R4.1] is signed out without a token, with an invalid one, and before /login', async () => {
    const signedOut = { isAuthenticated: false, allowedCountry: true, country: null };
    const token = await server.issuer.idToken();
    expect(await check()).toEqual(signedOut);
    expect(await check('nonsense')).toEqual(signedOut);
    expect(await check(token)).toEqual(signedOut);
    expect((await server.call('GET', '/campaigns', undefined, bearer(token))).status).toBe(401);
  });

  it('[R4.2] [R7.2] [R7.3] [D3] /login creates the user with the free analysis, and opens the session', async () => {
    const token = await server.issuer.idToken({ email: 'Mira@Example.org', emailVerified: true });
    const first = await server.call('POST', '/login', {
      idToken: token,
      userSourceInfo: { utm_source: 'poster', unknown: 'dropped' },
    });
    const { userId, isNewUser } = await first.json();
    expect([first.status, isNewUser]).toEqual([200, true]);
    expect(await check(token)).toEqual({
      isAuthenticated: true,
      userId,
      userEmail: 'mira@example.org',
      userName: null,
      userCreditBalance: 30,
      activeSubscription: null,
      freeAnalysisBalance: 1,
      firstAnalysisPerformed: false,
      isAlphaTester: false,
      agreementsAccepted: true,
      nextCreditDropDate: null,
      nextCreditExpiration: null,
      userCreatedAt: expect.stringMatching(/Z$/),
      allowedCountry: true,
      country: null,
    });
  });

  it('[R3.7] [R7.3] stores every field of the source info with a new user, and drops the rest', async () => {
    const sourceInfo = Object.fromEntries(Object.keys(sourceFields).map((field) => [field, `of ${field}`]));
    const idToken = await server.issuer.idToken({ email: 'sent@example.org' });
    const answer = await server.call('POST', '/login', {
      idToken,
      userSourceInfo: { ...sourceInfo, unknown: 'x' },
    });
    const { userId } = await answer.json();
    const kept = () => server.database.orm.select().from(users).where(eq(users.id, userId));
    expect((await kept())[0]?.sourceInfo).toEqual(sourceInfo);
    await server.call('POST', '/login', { idToken, userSourceInfo: { utm_source: 'another' } });
    expect((await kept())[0]?.sourceInfo).toEqual(sourceInfo);
  });

  it('[R7.2] reports a completed analysis, and which credits expire next', async () => {
    const mira = await server.signIn();
    const check = async () => (await mira.call('GET', '/check-session')).json();
    const expiresAt = new Date(server.clock.now().getTime() + 86_400_000);
    const analysisId = '0190a000-0000-7000-8000-000000000001';
    await server.database.transaction(async (tx) => {
      await server.credits.grant(tx, {
        userId: mira.userId,
        unit: 'credits',
        amount: 20,
        key: 'one',
        expiresAt,
      });
      await server.credits.reserve(tx, {
        userId: mira.userId,
        analysisId,
        costCredits: 60,
        durationSeconds: 3600,
      });
    });
    expect(await check()).toMatchObject({
      userCreditBalance: 50,
      freeAnalysisBalance: 0,
      firstAnalysisPerformed: false,
      nextCreditExpiration: { expirationDate: expiresAt.toISOString(), expiringAmount: 20 },
    });
    await server.database.transaction((tx) => server.credits.capture(tx, analysisId));
    expect(await check()).toMatchObject({ firstAnalysisPerformed: true });
  });

  it('grants the free analysis once, however often and simultaneously the same person signs in', async () => {
    const sub = '5f0c8c34-0f6e-4a5a-9a52-0c6f4d1f8a11';
    const tokens = await Promise.all(
      Array.from({ length: 8 }, () => server.issuer.idToken({ sub, email: 'many@example.org' })),
    );
    const answers = await Promise.all(
      tokens.map(async (idToken) => (await server.call('POST', '/login', { idToken })).json()),
    );
    expect(new Set(answers.map((answer) => answer.userId)).size).toBe(1);
    expect(answers.filter((answer) => answer.isNewUser)).toHaveLength(1);
    expect(await check(tokens[0])).toMatchObject({ freeAnalysisBalance: 1, userCreditBalance: 30 });
  });

  it('[R7.1] rejects the sign-in after /logout, also by /login and with a renewed token, but not a new one', async () => {
    const claims = {
      sub: 'd1c6f2de-4b7e-4a4e-8f36-7f0a2b3c4d5e',
      email: 'leaving@example.org',
      originJti: 'one',
    };
    const token = await server.issuer.idToken(claims);
    await server.call('POST', '/login', { idToken: token });
    const other = await server.signIn({ ...claims, originJti: 'two' });
    expect((await server.call('GET', '/campaigns', undefined, bearer(token))).status).toBe(200);

    expect((await server.call('GET', '/logout', undefined, bearer(token))).status).toBe(204);
    expect(await check(token)).toMatchObject({ isAuthenticated: false });
    expect((await server.call('GET', '/campaigns', undefined, bearer(token))).status).toBe(401);
    const renewed = await server.issuer.idToken(claims);
    expect((await server.call('POST', '/login', { idToken: renewed })).status).toBe(401);
    expect((await other.call('GET', '/campaigns')).status).toBe(200);
  });

  it('allows 30 sign-ins of one identity a minute', async () => {
    const idToken = await server.issuer.idToken({ sub: 'busy', email: 'busy@example.org' });
    const statuses: number[] = [];
    for (let time = 0; time < 31; time += 1)
      statuses.push((await server.call('POST', '/login', { idToken })).status);
    expect(statuses).toEqual([...Array(30).fill(200), 429]);
    const refused = await server.call('POST', '/login', { idToken });
    expect([refused.headers.get('retry-after'), (await refused.json()).error.code]).toEqual([
      '60',
      'tooManyRequests',
    ]);
    await server.signIn();
    server.clock.advance(60_000);
    expect((await server.call('POST', '/login', { idToken })).status).toBe(200);
  });

  it('[R7.1] does not cache a session that ends while it is read', async () => {
    const { database, clock } = server;
    const identity = await createTokenVerifier(server.issuer.verifierConfig).verify(
      await server.issuer.idToken({ sub: 'brief', email: 'brief@example.org', originJti: 'brief' }),
    );
    const { userId } = await server.signIn();
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let isRead = () => {};
    const read = new Promise<void>((resolve) => {
      isRead = resolve;
    });
    const select = (fields: SelectedFields) => ({
      from: (table: PgTable) => ({
        async where(condition: SQL) {
          const rows = await database.orm.select(fields).from(table).where(condition);
          isRead();
          await held;
          return rows;
        },
      }),
    });
    const logins = await createLogins({
      database: { ...database, orm: { select } as unknown as typeof database.orm },
      clock,
    });
    await database.transaction((tx) => logins.open(tx, identity, userId));
    const asked = logins.userOf(identity);
    await read;
    await logins.end(identity);
    answer();
    await asked;
    expect(await logins.userOf(identity)).toBeNull();
  });

  it('[R7.1] /logout returns 204 without a session, too', async () => {
    expect((await server.call('GET', '/logout')).status).toBe(204);
  });

  it('[R8.5] rejects only an address that a verified account has', async () => {
    const email = 'owner@example.org';
    await server.signIn({ email, emailVerified: false });
    await server.signIn({ email, emailVerified: true, claims: { identities: [{ providerName: 'Google' }] } });
    const late = await server.call('POST', '/login', {
      idToken: await server.issuer.idToken({ email, emailVerified: false }),
    });
    expect([late.status, (await late.json()).error]).toEqual([
      409,
      {
        code: 'accountExists',
        message: 'An account with this email already exists. Please sign in with Google.',
      },
    ]);
  });

  it.each([
    ['expired', { issuedAt: new Date(0) }],
    ['for another client', { claims: { aud: 'someone-else' } }],
    ['of another issuer', { claims: { iss: 'https://example.org' } }],
    ['for access, not identity', { claims: { token_use: 'access' } }],
  ])('[R7.3] /login rejects a token that is %s', async (_, claims) => {
    const answer = await server.call('POST', '/login', { idToken: await server.issuer.idToken(claims) });
    expect([answer.status, (await answer.json()).error.code]).toEqual([401, 'unauthorized']);
  });
});

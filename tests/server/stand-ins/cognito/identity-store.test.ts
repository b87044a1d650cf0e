import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { createSqlIdentityStore } from '#server/stand-ins/cognito/sql-store.ts';
import type { IdentityStore, StoredSession, StoredUser } from '#server/stand-ins/cognito/store.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { createMemoryIdentityStore } from '#tests/support/memory-identity-store.ts';

const now = new Date('2026-11-21T06:00:00.123Z');
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);

const someone = (changes: Partial<StoredUser> = {}): StoredUser => ({
  id: randomUUID(),
  email: `${randomUUID()}@example.org`,
  emailVerified: false,
  confirmed: true,
  salt: 'ab12',
  verifier: 'cd34',
  federatedSubject: null,
  createdAt: now,
  ...changes,
});
const sessionOf = (user: StoredUser, changes: Partial<StoredSession> = {}): StoredSession => ({
  id: randomUUID(),
  userId: user.id,
  refreshTokenHash: randomUUID(),
  authenticatedAt: now,
  expiresAt: later(1000),
  ...changes,
});

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

describe.each([
  ['in memory', () => createMemoryIdentityStore()],
  ['in PostgreSQL', () => createSqlIdentityStore(database.orm)],
] as const)('identity store %s', (_, create) => {
  let store: IdentityStore;
  beforeAll(() => {
    store = create();
  });

  it('keeps users by id and by address, one per address', async () => {
    const user = someone();
    expect(await store.insertUser(user)).toBe(true);
    expect(await store.insertUser(someone({ email: user.email }))).toBe(false);
    expect(await store.findUserById(user.id)).toEqual(user);
    expect(await store.findUserByEmail(user.email)).toEqual(user);
    expect(await store.findUserByEmail('nobody@example.org')).toBeUndefined();
    expect(await store.findUserById(randomUUID())).toBeUndefined();
  });

  it('assigns an address to one of many simultaneous requests', async () => {
    const email = `${randomUUID()}@example.org`;
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => store.insertUser(someone({ email }))));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
  });

  it('changes users, but not to an existing address', async () => {
    const [user, other] = [someone(), someone()];
    await store.insertUser(user);
    await store.insertUser(other);
    expect(await store.updateUser(user.id, { emailVerified: true, verifier: 'ef' })).toBe('updated');
    expect(await store.findUserById(user.id)).toEqual({ ...user, emailVerified: true, verifier: 'ef' });
    expect(await store.updateUser(user.id, { email: other.email })).toBe('emailTaken');
    expect(await store.updateUser(user.id, { email: user.email })).toBe('updated');
    expect(await store.updateUser(randomUUID(), { confirmed: true })).toBe('missing');
  });

  it('keeps a Google user separate from a password account with the same address', async () => {
    const user = someone();
    const federated = someone({ email: user.email, federatedSubject: `google ${randomUUID()}` });
    expect(await store.insertUser(user)).toBe(true);
    expect(await store.insertUser(federated)).toBe(true);
    expect(await store.insertUser({ ...federated, id: randomUUID() })).toBe(false);
    expect(await store.findUserByEmail(user.email)).toEqual(user);
    expect(await store.findUserByFederatedSubject(federated.federatedSubject!)).toEqual(federated);
    expect(await store.findUserByFederatedSubject('google nobody')).toBeUndefined();
    expect(await store.updateUser(federated.id, { email: user.email })).toBe('updated');
  });

  it('returns an authorization once, and none of a deleted user', async () => {
    const user = someone();
    await store.insertUser(user);
    const authorization = {
      codeHash: randomUUID(),
      userId: user.id,
      redirectUri: 'http://localhost/auth/callback',
      codeChallenge: 'challenge',
      authenticatedAt: now,
      expiresAt: later(5),
    };
    await store.insertAuthorization(authorization);
    const taken = await Promise.all([
      store.takeAuthorization(authorization.codeHash),
      store.takeAuthorization(authorization.codeHash),
    ]);
    expect(taken.filter(Boolean)).toEqual([authorization]);
    await store.insertAuthorization(authorization);
    await store.deleteUser(user.id);
    expect(await store.takeAuthorization(authorization.codeHash)).toBeUndefined();
  });

  it('returns a challenge once', async () => {
    const challenge = {
      id: randomUUID(),
      loginKey: 'key',
      userId: null,
      clientValue: '1',
      serverSecret: '2',
      expiresAt: later(5),
    };
    await store.insertChallenge(challenge);
    const taken = await Promise.all([store.takeChallenge(challenge.id), store.takeChallenge(challenge.id)]);
    expect(taken.filter(Boolean)).toEqual([challenge]);
  });

  it('returns a code once, only for its hash, and only the newest', async () => {
    const user = someone();
    await store.insertUser(user);
    const code = {
      userId: user.id,
      purpose: 'verifyEmail' as const,
      codeHash: 'old',
      email: user.email,
      expiresAt: later(5),
    };
    await store.saveCode(code);
    await store.saveCode({ ...code, codeHash: 'new' });
    expect(await store.takeCode(user.id, 'verifyEmail', 'old')).toBeUndefined();
    expect(await store.takeCode(user.id, 'resetPassword', 'new')).toBeUndefined();
    expect(await store.takeCode(user.id, 'verifyEmail', 'new')).toEqual({ ...code, codeHash: 'new' });
    expect(await store.takeCode(user.id, 'verifyEmail', 'new')).toBeUndefined();
  });

  it('ends one session, all but one, or all', async () => {
    const user = someone();
    await store.insertUser(user);
    const sessions = [sessionOf(user), sessionOf(user), sessionOf(user)] as const;
    for (const session of sessions) await store.insertSession(session);
    const left = async () =>
      (await Promise.all(sessions.map(({ id }) => store.findSession(id)))).map(
        (found) => found !== undefined,
      );
    expect(await store.findSessionByRefreshToken(sessions[0].refreshTokenHash)).toEqual(sessions[0]);
    await store.deleteSession(sessions[0].id);
    expect(await left()).toEqual([false, true, true]);
    await store.deleteSessionsOf(user.id, sessions[2].id);
    expect(await left()).toEqual([false, false, true]);
    await store.deleteSessionsOf(user.id);
    expect(await left()).toEqual([false, false, false]);
  });

  it('counts attempts from the first one of a window', async () => {
    const key = randomUUID();
    expect(await store.countAttempt(key, now, 1000)).toBe(1);
    expect(await store.countAttempt(key, later(999), 1000)).toBe(2);
    expect(await store.countAttempt(key, later(1000), 1000)).toBe(1);
    expect(await store.countAttempt(key, later(1999), 1000)).toBe(2);
    await store.clearAttempts(key);
    expect(await store.countAttempt(key, later(1999), 1000)).toBe(1);
  });

  it('counts every one of many simultaneous attempts', async () => {
    const key = randomUUID();
    const counts = await Promise.all(Array.from({ length: 10 }, () => store.countAttempt(key, now, 1000)));
    expect([...counts].sort((left, right) => left - right)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('deletes a user with all their data', async () => {
    const user = someone();
    await store.insertUser(user);
    const session = sessionOf(user);
    await store.insertSession(session);
    await store.deleteUser(user.id);
    expect(await store.findUserByEmail(user.email)).toBeUndefined();
    expect(await store.findSession(session.id)).toBeUndefined();
  });

  it('deletes what has expired and keeps the rest', async () => {
    const user = someone();
    await store.insertUser(user);
    const [old, fresh] = [sessionOf(user, { expiresAt: now }), sessionOf(user, { expiresAt: later(1) })];
    await store.insertSession(old);
    await store.insertSession(fresh);
    await store.countAttempt('old attempt', later(-10_000), 20_000);
    await store.countAttempt('fresh attempt', now, 20_000);
    await store.prune(now, later(-5000));
    expect(await store.findSession(old.id)).toBeUndefined();
    expect(await store.findSession(fresh.id)).toEqual(fresh);
    expect(await store.countAttempt('old attempt', now, 20_000)).toBe(1);
    expect(await store.countAttempt('fresh attempt', now, 20_000)).toBe(2);
  });
});

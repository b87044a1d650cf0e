import { and, eq, isNull, lt, lte, ne, sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import {
  identityAttempts as attempts,
  identityAuthorizations as authorizations,
  identityChallenges as challenges,
  identityCodes as codes,
  identitySessions as sessions,
  identityUsers as users,
} from '#server/store/tables/identity.ts';
import type { IdentityStore } from './store.ts';

/** Any drizzle handle on PostgreSQL: embedded (PGlite) or real (node-postgres). */
export type IdentityDatabase = PgDatabase<PgQueryResultHKT, Record<string, unknown>>;

/** PostgreSQL's code for a broken unique constraint; drizzle wraps the driver's error. */
function breaksUniqueness(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ((cause as { code?: unknown }).code === '23505') return true;
  }
  return false;
}

/** The store of the identity provider in the product's database (tables `idp_*`, migration 0002). */
export function createSqlIdentityStore(database: IdentityDatabase): IdentityStore {
  return {
    async insertUser(user) {
      const inserted = await database
        .insert(users)
        .values(user)
        .onConflictDoNothing()
        .returning({ id: users.id });
      return inserted.length === 1;
    },
    async findUserByEmail(email) {
      const [user] = await database
        .select()
        .from(users)
        .where(and(eq(users.email, email), isNull(users.federatedSubject)));
      return user;
    },
    async findUserByFederatedSubject(subject) {
      const [user] = await database.select().from(users).where(eq(users.federatedSubject, subject));
      return user;
    },
    async findUserById(id) {
      const [user] = await database.select().from(users).where(eq(users.id, id));
      return user;
    },
    async updateUser(id, changes) {
      try {
        const updated = await database
          .update(users)
          .set(changes)
          .where(eq(users.id, id))
          .returning({ id: users.id });
        return updated.length === 1 ? 'updated' : 'missing';
      } catch (error) {
        if (breaksUniqueness(error)) return 'emailTaken';
        throw error;
      }
    },
    async deleteUser(id) {
      await database.delete(users).where(eq(users.id, id));
    },
    async insertChallenge(challenge) {
      await database.insert(challenges).values(challenge);
    },
    async takeChallenge(id) {
      const [challenge] = await database.delete(challenges).where(eq(challenges.id, id)).returning();
      return challenge;
    },
    async saveCode(code) {
      const { codeHash, email, expiresAt } = code;
      await database
        .insert(codes)
        .values(code)
        .onConflictDoUpdate({
          target: [codes.userId, codes.purpose],
          set: { codeHash, email, expiresAt },
        });
    },
    async takeCode(userId, purpose, codeHash) {
      const [code] = await database
        .delete(codes)
        .where(and(eq(codes.userId, userId), eq(codes.purpose, purpose), eq(codes.codeHash, codeHash)))
        .returning();
      return code;
    },
    async insertAuthorization(authorization) {
      await database.insert(authorizations).values(authorization);
    },
    async takeAuthorization(codeHash) {
      const [authorization] = await database
        .delete(authorizations)
        .where(eq(authorizations.codeHash, codeHash))
        .returning();
      return authorization;
    },
    async insertSession(session) {
      await database.insert(sessions).values(session);
    },
    async findSession(id) {
      const [session] = await database.select().from(sessions).where(eq(sessions.id, id));
      return session;
    },
    async findSessionByRefreshToken(refreshTokenHash) {
      const [session] = await database
        .select()
        .from(sessions)
        .where(eq(sessions.refreshTokenHash, refreshTokenHash));
      return session;
    },
    async deleteSession(id) {
      await database.delete(sessions).where(eq(sessions.id, id));
    },
    async deleteSessionsOf(userId, exceptId) {
      const ofUser = eq(sessions.userId, userId);
      await database.delete(sessions).where(exceptId ? and(ofUser, ne(sessions.id, exceptId)) : ofUser);
    },
    async countAttempt(key, now, windowMs) {
      const over = lte(attempts.startedAt, new Date(now.getTime() - windowMs));
      const [row] = await database
        .insert(attempts)
        .values({ key, count: 1, startedAt: now })
        .onConflictDoUpdate({
          target: attempts.key,
          set: {
            count: sql`case when ${over} then 1 else ${attempts.count} + 1 end`,
            startedAt: sql`case when ${over} then excluded.started_at else ${attempts.startedAt} end`,
          },
        })
        .returning({ count: attempts.count });
      return row!.count;
    },
    async clearAttempts(key) {
      await database.delete(attempts).where(eq(attempts.key, key));
    },
    async prune(now, longAgo) {
      await database.delete(challenges).where(lte(challenges.expiresAt, now));
      await database.delete(authorizations).where(lte(authorizations.expiresAt, now));
      await database.delete(codes).where(lt(codes.expiresAt, longAgo));
      await database.delete(sessions).where(lte(sessions.expiresAt, now));
      await database.delete(attempts).where(lt(attempts.startedAt, longAgo));
    },
  };
}

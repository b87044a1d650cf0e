import { and, eq, gt, isNull, lt, lte, ne, type SQL, sql } from 'drizzle-orm';
import { present, recordOf } from '#contract/unknown-values.ts';
import type { Orm } from '#server/platform/database/database.ts';
import type { IdentityStore } from './store.ts';
import {
  identityAttempts as attempts,
  identityAuthorizations as authorizations,
  identityChallenges as challenges,
  identityCodes as codes,
  identitySessions as sessions,
  identityUsers as users,
} from './tables.ts';

/** PostgreSQL's code; drizzle wraps the driver's error. */
function breaksUniqueness(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (recordOf(cause).code === '23505') return true;
  }
  return false;
}

interface SessionEnds {
  within(tx: Orm, sessionIds: readonly string[]): Promise<void>;
  afterwards(sessionIds: readonly string[]): void;
}

interface SqlIdentityStore extends IdentityStore {
  keepSession(id: string, userId: string, now: Date): Promise<boolean>;
}

const isUuid = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

export function createSqlIdentityStore(database: Orm, ends?: SessionEnds): SqlIdentityStore {
  async function endSessions(
    which: SQL | undefined,
    also: (tx: Orm) => Promise<unknown> = async () => undefined,
  ): Promise<void> {
    const ended = await database.transaction(async (tx) => {
      const rows = await tx.delete(sessions).where(which).returning({ id: sessions.id });
      const ids = rows.map(({ id }) => id);
      await ends?.within(tx, ids);
      await also(tx);
      return ids;
    });
    ends?.afterwards(ended);
  }

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
    deleteUser: (id) =>
      endSessions(eq(sessions.userId, id), (tx) => tx.delete(users).where(eq(users.id, id))),
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
    async findCode(userId, purpose) {
      const [code] = await database
        .select()
        .from(codes)
        .where(and(eq(codes.userId, userId), eq(codes.purpose, purpose)));
      return code;
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
    deleteSession: (id) => endSessions(eq(sessions.id, id)),
    deleteSessionsOf: (userId, exceptId) =>
      endSessions(and(eq(sessions.userId, userId), exceptId ? ne(sessions.id, exceptId) : undefined)),
    async keepSession(id, userId, now) {
      if (!isUuid(id) || !isUuid(userId)) return false;
      const [session] = await database
        .select({ id: sessions.id })
        .from(sessions)
        .where(and(eq(sessions.id, id), eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
        .for('share');
      return session !== undefined;
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
      return present(row, 'count of attempts').count;
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

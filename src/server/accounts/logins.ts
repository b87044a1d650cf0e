import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import type { VerifiedIdentity } from '#server/http/token-verifier.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { identities, logins } from './tables.ts';

const channel = 'logins_ended';
const rememberedMost = 10_000;

const nameOf = (issuer: string, sessionId: string) => `${issuer} ${sessionId}`;

/** Shared by all tokens of a sign-in, so that /logout also ends renewed ones. */
function signInOf(identity: VerifiedIdentity): string {
  return nameOf(identity.issuer, identity.originJti ?? `${identity.sub} ${identity.authTime.getTime()}`);
}

export type Logins = Awaited<ReturnType<typeof createLogins>>;

export async function createLogins(deps: { database: Database; clock: Clock }) {
  const { database, clock } = deps;
  const open = new Map<string, string>();
  const followers = new Map<string, Set<() => void>>();
  /** Counts removals: a row that was read earlier must not be cached afterward. */
  let forgotten = 0;
  /** Without notifications of ended sessions, caches none. */
  let hears = true;

  async function openUserOf(signIn: string): Promise<string | null> {
    const [row] = await database.orm
      .select({ userId: logins.userId })
      .from(logins)
      .where(and(eq(logins.signIn, signIn), isNull(logins.endedAt)));
    return row?.userId ?? null;
  }

  function tellEnded(signIn: string): void {
    for (const ended of [...(followers.get(signIn) ?? [])]) ended();
  }

  async function tellIfEnded(signIn: string): Promise<void> {
    if ((await openUserOf(signIn).catch(() => null)) === null) tellEnded(signIn);
  }

  function heard(signIn: string): void {
    forgotten += 1;
    if (signIn === '') {
      hears = true;
      open.clear();
      for (const followed of followers.keys()) void tellIfEnded(followed);
    } else {
      open.delete(signIn);
      tellEnded(signIn);
    }
  }
  await database.listen(channel, heard, () => {
    hears = false;
    forgotten += 1;
    open.clear();
  });

  async function readEnd(
    orm: Orm,
    identity: VerifiedIdentity,
  ): Promise<{ endedAt: Date | null } | undefined> {
    const [row] = await orm
      .select({ endedAt: logins.endedAt })
      .from(logins)
      .where(eq(logins.signIn, signInOf(identity)));
    return row;
  }

  async function endWhere(tx: Orm, which: Parameters<typeof and>[0]): Promise<string[]> {
    const ended = await tx
      .update(logins)
      .set({ endedAt: clock.now() })
      .where(and(which, isNull(logins.endedAt)))
      .returning({ signIn: logins.signIn });
    for (const { signIn } of ended) await database.notify(tx, channel, signIn);
    return ended.map(({ signIn }) => signIn);
  }

  return {
    async userOf(identity: VerifiedIdentity): Promise<string | null> {
      const signIn = signInOf(identity);
      const known = open.get(signIn);
      if (known !== undefined) return known;
      const forgottenBefore = forgotten;
      const userId = await openUserOf(signIn);
      if (userId === null || !hears || forgotten !== forgottenBefore) return userId;
      if (open.size >= rememberedMost) open.clear();
      open.set(signIn, userId);
      return userId;
    },
    async open(tx: Orm, identity: VerifiedIdentity, userId: string): Promise<boolean> {
      const signIn = signInOf(identity);
      await tx.insert(logins).values({ signIn, userId, openedAt: clock.now() }).onConflictDoNothing();
      return (await readEnd(tx, identity))?.endedAt === null;
    },
    isOpen: async (orm: Orm, identity: VerifiedIdentity) => (await readEnd(orm, identity))?.endedAt === null,
    isEnded: async (orm: Orm, identity: VerifiedIdentity) =>
      ((await readEnd(orm, identity))?.endedAt ?? null) !== null,
    async end(identity: VerifiedIdentity): Promise<void> {
      const signIn = signInOf(identity);
      await database.transaction((tx) => endWhere(tx, eq(logins.signIn, signIn)));
      heard(signIn);
    },
    async endOthers(identity: VerifiedIdentity, userId: string): Promise<void> {
      const ended = await database.transaction(async (tx) => {
        await tx
          .update(identities)
          .set({ signedOutBefore: clock.now() })
          .where(eq(identities.userId, userId));
        return endWhere(tx, and(eq(logins.userId, userId), ne(logins.signIn, signInOf(identity))));
      });
      for (const signIn of ended) heard(signIn);
    },
    async endWithin(tx: Orm, issuer: string, sessionIds: readonly string[]): Promise<void> {
      const signIns = sessionIds.map((id) => nameOf(issuer, id));
      if (signIns.length > 0) await endWhere(tx, inArray(logins.signIn, signIns));
    },
    forgetHere(issuer: string, sessionIds: readonly string[]): void {
      for (const id of sessionIds) heard(nameOf(issuer, id));
    },
    async forget(tx: Orm, signIns: readonly string[]): Promise<() => void> {
      for (const signIn of signIns) await database.notify(tx, channel, signIn);
      return () => {
        for (const signIn of signIns) heard(signIn);
      };
    },
    whenEnded(identity: VerifiedIdentity, ended: () => void): () => void {
      const signIn = signInOf(identity);
      const group = followers.get(signIn) ?? new Set();
      followers.set(signIn, group.add(ended));
      void tellIfEnded(signIn);
      return () => {
        group.delete(ended);
        if (group.size === 0 && followers.get(signIn) === group) followers.delete(signIn);
      };
    },
  };
}

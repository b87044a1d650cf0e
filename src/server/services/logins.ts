import { and, eq, isNull } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { VerifiedIdentity } from '../identity/verify.ts';
import type { Database, Orm } from '../store/database.ts';
import { logins } from '../store/tables/core.ts';

const channel = 'logins_ended';
const rememberedMost = 10_000;

/** All tokens of one sign-in share it, so that /logout ends the renewed ones as well. */
export function signInOf(identity: VerifiedIdentity): string {
  const sign = identity.originJti ?? `${identity.sub} ${identity.authTime.getTime()}`;
  return `${identity.issuer} ${sign}`;
}

/** The server's sessions (R4.1, R7.1–7.3), remembered in memory because every call asks for one. */
export interface Logins {
  /** The user of an open session, or null. */
  userOf(identity: VerifiedIdentity): Promise<string | null>;
  /** Opens a session; false when this sign-in has been ended by /logout. */
  open(tx: Orm, identity: VerifiedIdentity, userId: string): Promise<boolean>;
  end(identity: VerifiedIdentity): Promise<void>;
  /** Whether /logout has ended this sign-in. */
  isEnded(orm: Orm, identity: VerifiedIdentity): Promise<boolean>;
  /** Forgets, in every process, sessions whose rows this transaction takes away. */
  forget(tx: Orm, signIns: readonly string[]): Promise<void>;
}

export async function createLogins(deps: { database: Database; clock: Clock }): Promise<Logins> {
  const { database, clock } = deps;
  const open = new Map<string, string>();
  /** Counts what was forgotten: a row that was read before then is not remembered after. */
  let forgotten = 0;
  function forgetHere(signIn: string): void {
    forgotten += 1;
    if (signIn === '') open.clear();
    else open.delete(signIn);
  }
  await database.listen(channel, forgetHere);

  return {
    async userOf(identity) {
      const signIn = signInOf(identity);
      const known = open.get(signIn);
      if (known !== undefined) return known;
      const forgottenBefore = forgotten;
      const [row] = await database.orm
        .select({ userId: logins.userId })
        .from(logins)
        .where(and(eq(logins.signIn, signIn), isNull(logins.endedAt)));
      if (row === undefined) return null;
      if (forgotten !== forgottenBefore) return row.userId;
      if (open.size >= rememberedMost) open.clear();
      open.set(signIn, row.userId);
      return row.userId;
    },
    async open(tx, identity, userId) {
      const signIn = signInOf(identity);
      await tx.insert(logins).values({ signIn, userId, openedAt: clock.now() }).onConflictDoNothing();
      const [row] = await tx
        .select({ endedAt: logins.endedAt })
        .from(logins)
        .where(eq(logins.signIn, signIn));
      return row?.endedAt === null;
    },
    async isEnded(orm, identity) {
      const [row] = await orm
        .select({ endedAt: logins.endedAt })
        .from(logins)
        .where(eq(logins.signIn, signInOf(identity)));
      return row !== undefined && row.endedAt !== null;
    },
    async end(identity) {
      const signIn = signInOf(identity);
      await database.transaction(async (tx) => {
        await tx
          .update(logins)
          .set({ endedAt: clock.now() })
          .where(and(eq(logins.signIn, signIn), isNull(logins.endedAt)));
        await database.notify(tx, channel, signIn);
      });
      forgetHere(signIn);
    },
    async forget(tx, signIns) {
      for (const signIn of signIns) await database.notify(tx, channel, signIn);
    },
  };
}

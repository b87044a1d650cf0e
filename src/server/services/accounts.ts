import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { SignedInSession } from '#contract/account.ts';
import type { SourceInfo } from '#contract/visit.ts';
import { describeSubscription } from '../billing/subscription-rows.ts';
import type { Clock } from '../clock.ts';
import { Refusal } from '../http/refusal.ts';
import type { VerifiedIdentity } from '../identity/verify.ts';
import type { Database, Orm } from '../store/database.ts';
import { newId } from '../store/ids.ts';
import { subscriptions } from '../store/tables/billing.ts';
import { deletedIdentities, identities, type UserRow, users } from '../store/tables/core.ts';
import { ledger } from '../store/tables/credits.ts';
import type { Agreements } from './agreements.ts';
import type { Whereabouts } from './countries.ts';
import type { Credits } from './credits.ts';
import type { Logins } from './logins.ts';
import { balanceOf, lotColumns, lotGroups, nextExpirationOf, readLots } from './lots.ts';

export interface Accounts {
  /**
   * Opens a session for whoever an identity token speaks for; on the first sign-in makes the user, with the free
   * analysis (D3) (R7.3).
   * @throws Refusal accountExists when another, verified, user has the address; unauthorized after /logout of this sign-in
   */
  login(
    identity: VerifiedIdentity,
    sourceInfo: SourceInfo | null,
  ): Promise<{ userId: string; isNewUser: boolean }>;
  /** R7.2; null when the user is no more. */
  describe(userId: string): Promise<Omit<SignedInSession, keyof Whereabouts> | null>;
}

export function createAccounts(deps: {
  database: Database;
  clock: Clock;
  credits: Credits;
  logins: Logins;
  agreements: Pick<Agreements, 'areAccepted'>;
  welcome: { freeAnalyses: number; credits: number };
  /** Queues, within the same transaction, that whoever takes the payments has the user's new address. */
  followAddress?: (tx: Orm, userId: string) => Promise<void>;
}): Accounts {
  const { database, clock, credits, logins, agreements, welcome } = deps;

  /** Sign-ins of one address wait for one another, so that none of them makes the user twice. */
  async function lockAddress(tx: Orm, email: string): Promise<void> {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`login ${email}`}, 0))`);
  }

  async function findUser(tx: Orm, identity: VerifiedIdentity): Promise<UserRow | undefined> {
    const [found] = await tx
      .select({ user: users })
      .from(identities)
      .innerJoin(users, eq(users.id, identities.userId))
      .where(and(eq(identities.issuer, identity.issuer), eq(identities.subject, identity.sub)));
    return found?.user;
  }

  /** A token from before the user was deleted still holds for a while; it must not make the user anew. */
  async function refuseDeleted(tx: Orm, identity: VerifiedIdentity): Promise<void> {
    const [gone] = await tx
      .select({ deletedAt: deletedIdentities.deletedAt })
      .from(deletedIdentities)
      .where(and(eq(deletedIdentities.issuer, identity.issuer), eq(deletedIdentities.subject, identity.sub)));
    if (gone !== undefined && identity.authTime <= gone.deletedAt) throw new Refusal('unauthorized');
  }

  /** Only a verified address is anybody's: an unverified account must not lock its real owner out. */
  async function isTaken(tx: Orm, email: string, exceptUserId: string | null): Promise<boolean> {
    const [owner] = await tx
      .select({ id: users.id })
      .from(users)
      .where(
        and(
          eq(sql`lower(${users.email})`, email),
          eq(users.emailVerified, true),
          exceptUserId === null ? undefined : ne(users.id, exceptUserId),
        ),
      );
    return owner !== undefined;
  }

  async function makeUser(
    tx: Orm,
    identity: VerifiedIdentity,
    sourceInfo: SourceInfo | null,
  ): Promise<string> {
    const id = newId();
    const createdAt = clock.now();
    await tx.insert(users).values({
      id,
      email: identity.email,
      emailVerified: identity.emailVerified,
      sourceInfo,
      createdAt,
    });
    await tx
      .insert(identities)
      .values({ issuer: identity.issuer, subject: identity.sub, userId: id, createdAt });
    const grants = [
      { unit: 'freeAnalyses', amount: welcome.freeAnalyses },
      { unit: 'credits', amount: welcome.credits },
    ] as const;
    for (const { unit, amount } of grants) {
      if (amount > 0)
        await credits.grant(tx, {
          userId: id,
          unit,
          amount,
          key: `welcome:${unit}:${id}`,
          reference: 'welcome',
        });
    }
    return id;
  }

  /**
   * The address and whether it is verified follow the identity provider. What was verified stays so: a token that does
   * not say it is one from before.
   */
  async function keepUp(tx: Orm, user: UserRow, identity: VerifiedIdentity): Promise<void> {
    const isSameAddress = user.email === identity.email;
    const emailVerified = identity.emailVerified || (isSameAddress && user.emailVerified);
    if (isSameAddress && user.emailVerified === emailVerified) return;
    await tx.update(users).set({ email: identity.email, emailVerified }).where(eq(users.id, user.id));
    if (!isSameAddress) await deps.followAddress?.(tx, user.id);
  }

  return {
    login: (identity, sourceInfo) =>
      database.transaction(async (tx) => {
        await lockAddress(tx, identity.email);
        const known = await findUser(tx, identity);
        // In this order: whoever is deleted between the two is found neither here nor there otherwise.
        await refuseDeleted(tx, identity);
        if (!(await isTaken(tx, identity.email, known?.id ?? null))) {
          if (known !== undefined) await keepUp(tx, known, identity);
        } else if (known === undefined || known.email === identity.email) {
          throw new Refusal('accountExists');
        }
        // Whoever has changed to an address that another user has keeps the old one here, and their account with it.
        const userId = known?.id ?? (await makeUser(tx, identity, sourceInfo));
        if (!(await logins.open(tx, identity, userId))) throw new Refusal('unauthorized');
        return { userId, isNewUser: known === undefined };
      }),

    async describe(userId) {
      // One query, because the app asks at each load. `used`: an analysis was completed (R3.1 firstAnalysisPerformed).
      const rows = await database.orm
        .select({
          user: users,
          subscription: subscriptions,
          ...lotColumns,
          agreementsAccepted: agreements.areAccepted,
          used: sql<boolean>`exists (select from reservations where user_id = ${users.id} and state = 'captured')`,
        })
        .from(users)
        .leftJoin(ledger, eq(ledger.userId, users.id))
        .leftJoin(subscriptions, and(eq(subscriptions.userId, users.id), isNull(subscriptions.endedAt)))
        .where(eq(users.id, userId))
        .groupBy(users.id, subscriptions.id, ...lotGroups);
      const [first] = rows;
      if (first === undefined) return null;
      const { user, subscription, used, agreementsAccepted } = first;
      const lots = readLots(rows, clock.now());
      const balance = balanceOf(lots);
      return {
        isAuthenticated: true,
        userId: user.id,
        userEmail: user.email,
        userName: user.name,
        userCreditBalance: balance.credits,
        ...describeSubscription(subscription),
        freeAnalysisBalance: balance.freeAnalyses,
        firstAnalysisPerformed: used,
        isAlphaTester: user.isAlphaTester,
        agreementsAccepted,
        nextCreditExpiration: nextExpirationOf(lots),
        userCreatedAt: user.createdAt.toISOString(),
      };
    },
  };
}

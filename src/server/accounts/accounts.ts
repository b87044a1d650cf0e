import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { SignedInSession } from '#contract/account.ts';
import type { SourceInfo } from '#contract/visit.ts';
import { describeSubscription } from '#server/billing/subscription-rows.ts';
import { subscriptions } from '#server/billing/tables.ts';
import type { Credits } from '#server/credits/credits.ts';
import { balanceOf, lotColumns, nextExpirationOf, ofUser, readLots } from '#server/credits/lots.ts';
import { creditLots } from '#server/credits/tables.ts';
import type { VerifiedIdentity } from '#server/http/token-verifier.ts';
import type { Whereabouts } from '#server/platform/countries.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Shared } from '#server/platform/shared.ts';
import type { Agreements } from './agreements.ts';
import type { Logins } from './logins.ts';
import { deletedIdentities, identities, type UserRow, users } from './tables.ts';
import { wasWelcomed } from './welcomed-once.ts';

export type Accounts = ReturnType<typeof createAccounts>;

const isIdentity = ({ issuer, sub }: VerifiedIdentity) =>
  and(eq(identities.issuer, issuer), eq(identities.subject, sub));

/** Whether the account of this sign-in is deleted: its tokens stay valid for a while. */
export async function wasDeleted(orm: Orm, identity: VerifiedIdentity): Promise<boolean> {
  const [gone] = await orm
    .select({ deletedAt: deletedIdentities.deletedAt })
    .from(deletedIdentities)
    .where(and(eq(deletedIdentities.issuer, identity.issuer), eq(deletedIdentities.subject, identity.sub)));
  return gone !== undefined && identity.authTime <= gone.deletedAt;
}

export interface AccountDependencies extends Pick<Shared, 'database' | 'clock' | 'secrets'> {
  credits: Credits;
  logins: Logins;
  agreements: Pick<Agreements, 'areAccepted'>;
  welcome: { freeAnalyses: number; credits: number };
  followAddress?: (tx: Orm, userId: string) => Promise<void>;
  isSignInLive?: (tx: Orm, identity: VerifiedIdentity) => Promise<boolean>;
  hasAddress?: (tx: Orm, subject: string, email: string) => Promise<boolean>;
  tellFormerAddress?: (from: string, to: string) => Promise<void>;
}

export function createAccounts(deps: AccountDependencies) {
  const { database, clock, credits, logins, agreements, welcome } = deps;

  async function lockAddress(tx: Orm, email: string): Promise<void> {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`login ${email}`}, 0))`);
  }

  async function readKnown(
    tx: Orm,
    identity: VerifiedIdentity,
  ): Promise<{ user: UserRow; signedOutBefore: Date | null } | undefined> {
    const [found] = await tx
      .select({ user: users, signedOutBefore: identities.signedOutBefore })
      .from(identities)
      .innerJoin(users, eq(users.id, identities.userId))
      .where(isIdentity(identity));
    return found;
  }

  /** Waits for a deletion that is under way. @throws Refusal unauthorized afterwards */
  async function findKnown(tx: Orm, identity: VerifiedIdentity) {
    const before = await readKnown(tx, identity);
    if (before === undefined) return undefined;
    await tx.select({ id: users.id }).from(users).where(eq(users.id, before.user.id)).for('key share');
    const known = await readKnown(tx, identity);
    if (known === undefined) throw new Refusal('unauthorized');
    return known;
  }

  async function refuseEnded(
    tx: Orm,
    identity: VerifiedIdentity,
    signedOutBefore: Date | null | undefined,
  ): Promise<void> {
    if (deps.isSignInLive && !(await deps.isSignInLive(tx, identity))) throw new Refusal('unauthorized');
    // `auth_time` has whole seconds. The session that signed the others out stays open.
    const isBefore = signedOutBefore && identity.authTime.getTime() < signedOutBefore.getTime() - 1000;
    if (isBefore && !(await logins.isOpen(tx, identity))) throw new Refusal('unauthorized');
  }

  /** Only a verified address counts, so that an unverified account cannot lock out its owner. */
  async function findOwner(tx: Orm, email: string, exceptUserId: string | null): Promise<string | null> {
    const [owner] = await tx
      .select({ id: users.id })
      .from(users)
      .where(
        and(
          eq(sql`lower(${users.email})`, email),
          eq(users.emailVerified, true),
          exceptUserId === null ? undefined : ne(users.id, exceptUserId),
        ),
      )
      .for('key share');
    return owner?.id ?? null;
  }

  /** A new user with the same sign-in method proves that the owner gave the address up. */
  async function stillHas(tx: Orm, ownerId: string, identity: VerifiedIdentity): Promise<boolean> {
    const theirs = await tx
      .select({ issuer: identities.issuer, subject: identities.subject, method: identities.method })
      .from(identities)
      .where(eq(identities.userId, ownerId));
    for (const { issuer, subject, method } of theirs) {
      const has =
        deps.hasAddress && issuer === identity.issuer
          ? await deps.hasAddress(tx, subject, identity.email)
          : issuer !== identity.issuer || method !== identity.method;
      if (has) return true;
    }
    return false;
  }

  async function link(tx: Orm, identity: VerifiedIdentity, userId: string): Promise<void> {
    const { issuer, sub: subject, method } = identity;
    await tx.insert(identities).values({ issuer, subject, method, userId, createdAt: clock.now() });
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
    await link(tx, identity, id);
    if (await wasWelcomed(tx, deps.secrets, identity.email)) return id;
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

  /** Verified stays verified: a token that says otherwise is older. @returns a former verified address */
  async function keepUp(tx: Orm, user: UserRow, identity: VerifiedIdentity): Promise<string | null> {
    const isSameAddress = user.email === identity.email;
    const emailVerified = identity.emailVerified || (isSameAddress && user.emailVerified);
    if (isSameAddress && user.emailVerified === emailVerified) return null;
    await tx.update(users).set({ email: identity.email, emailVerified }).where(eq(users.id, user.id));
    if (isSameAddress) return null;
    await deps.followAddress?.(tx, user.id);
    return user.emailVerified ? user.email : null;
  }

  async function release(tx: Orm, ownerId: string): Promise<void> {
    await tx.update(users).set({ emailVerified: false }).where(eq(users.id, ownerId));
  }

  async function settle(
    tx: Orm,
    identity: VerifiedIdentity,
    known: UserRow | undefined,
    sourceInfo: SourceInfo | null,
  ): Promise<{ userId: string; isNewUser: boolean; formerAddress: string | null }> {
    const ownerId = await findOwner(tx, identity.email, known?.id ?? null);
    if (ownerId !== null && (await stillHas(tx, ownerId, identity))) {
      const isProved = identity.emailVerified;
      if (known !== undefined && (isProved || known.email !== identity.email)) {
        return { userId: known.id, isNewUser: false, formerAddress: null };
      }
      if (identity.method === 'google') {
        throw new Refusal('accountExists', {
          message: 'This address already has a password. Sign in with your email and password.',
        });
      }
      if (!isProved) throw new Refusal('accountExists');
      // The code proved that both are the same person.
      await link(tx, identity, ownerId);
      return { userId: ownerId, isNewUser: false, formerAddress: null };
    }
    if (ownerId !== null && identity.emailVerified) await release(tx, ownerId);
    if (known === undefined) {
      return { userId: await makeUser(tx, identity, sourceInfo), isNewUser: true, formerAddress: null };
    }
    return { userId: known.id, isNewUser: false, formerAddress: await keepUp(tx, known, identity) };
  }

  // Prepared, because each load calls it. `used`: an analysis was completed (R3.1).
  const session = database.orm
    .select({
      user: users,
      subscription: subscriptions,
      ...lotColumns,
      agreementsAccepted: agreements.areAccepted,
      used: sql<boolean>`exists (select from reservations where user_id = ${users.id} and state = 'captured')`,
    })
    .from(users)
    .leftJoin(creditLots, ofUser(users.id))
    .leftJoin(subscriptions, and(eq(subscriptions.userId, users.id), isNull(subscriptions.endedAt)))
    .where(eq(users.id, sql.placeholder('userId')))
    .prepare('session_of_user');

  return {
    /**
     * Creates the user on the first sign-in (D3, R7.3). Decision 031: whose account it is if the address is
     * taken.
     * @throws Refusal accountExists; unauthorized if this sign-in was ended
     */
    async login(
      identity: VerifiedIdentity,
      sourceInfo: SourceInfo | null,
    ): Promise<{ userId: string; isNewUser: boolean }> {
      const { formerAddress, ...session } = await database.transaction(async (tx) => {
        await lockAddress(tx, identity.email);
        const known = await findKnown(tx, identity);
        // In this order, or a user deleted in between would be found in neither.
        // It must not create the user again.
        if (await wasDeleted(tx, identity)) throw new Refusal('unauthorized');
        await refuseEnded(tx, identity, known?.signedOutBefore);
        const settled = await settle(tx, identity, known?.user, sourceInfo);
        if (known !== undefined)
          await tx.update(identities).set({ method: identity.method }).where(isIdentity(identity));
        if (!(await logins.open(tx, identity, settled.userId))) throw new Refusal('unauthorized');
        return settled;
      });
      if (formerAddress !== null) await deps.tellFormerAddress?.(formerAddress, identity.email);
      return session;
    },

    async describe(userId: string): Promise<Omit<SignedInSession, keyof Whereabouts> | null> {
      const rows = await session.execute({ userId });
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

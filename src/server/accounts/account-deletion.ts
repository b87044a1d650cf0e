import { and, eq, lt } from 'drizzle-orm';
import { removeOneByOne } from '#server/campaigns/remove-sessions.ts';
import type { SessionWorkPort } from '#server/campaigns/session-work.ts';
import { campaigns, sessions } from '#server/campaigns/tables.ts';
import type { VerifiedIdentity } from '#server/http/token-verifier.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { composeLetter } from '#server/platform/mail/letter.ts';
import { textOf } from '#server/platform/quotas.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Shared } from '#server/platform/shared.ts';
import { isBeyond } from '#server/platform/text-limits.ts';
import { wasDeleted } from './accounts.ts';
import type { Logins } from './logins.ts';
import { deletedIdentities, identities, logins, users } from './tables.ts';
import { rememberWelcome } from './welcomed-once.ts';

/** R4.15. The page uses the same window, without the slack. */
const reSignInWindowMs = 300_000;
/** Longer than any sign-in can be renewed: 30 days, embedded and hosted. */
const rememberedMs = 31 * 86_400_000;
const slackMs = 5_000;
const removalJob = 'remove-account';
/** For as long as it takes, once a minute. */
const retryLimit = 1_000_000;

export type AccountDeletion = ReturnType<typeof createAccountDeletion>;

export function createAccountDeletion(
  deps: Pick<Shared, 'database' | 'queue' | 'clock' | 'secrets' | 'mail' | 'log'> & {
    logins: Logins;
    sessionWork: SessionWorkPort;
    forgetCustomer: (tx: Orm, userId: string) => Promise<void>;
    endLinks: (tx: Orm, userId: string) => Promise<void>;
    forgetIdentities?: (tx: Orm, subjects: readonly string[]) => Promise<void>;
  },
) {
  const { database, queue, clock, log } = deps;

  /** @returns the address, or null if the account of this sign-in has been deleted */
  async function assertOwn(tx: Orm, identity: VerifiedIdentity, userId: string): Promise<string | null> {
    const [own] = await tx
      .select({ userId: users.id, email: users.email })
      .from(identities)
      .innerJoin(users, eq(users.id, identities.userId))
      .where(and(eq(identities.issuer, identity.issuer), eq(identities.subject, identity.sub)));
    // Asked after the identity: whoever finds none because another call ended the account sees that it did.
    if (await wasDeleted(tx, identity)) {
      if ((await tx.$count(identities, eq(identities.userId, userId))) > 0) throw new Refusal('notFound');
      return null;
    }
    if (own === undefined) throw new Refusal('unauthorized');
    if (own.userId !== userId) throw new Refusal('notFound');
    if (await deps.logins.isEnded(tx, identity)) throw new Refusal('unauthorized');
    return own.email;
  }

  /** Campaigns first, the same order as when sessions are created or deleted. */
  async function lockUser(tx: Orm, userId: string): Promise<boolean> {
    await tx
      .select({ id: campaigns.id })
      .from(campaigns)
      .where(eq(campaigns.userId, userId))
      .orderBy(campaigns.id)
      .for('update');
    const [own] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
    return own !== undefined;
  }

  function assertFresh(identity: VerifiedIdentity): void {
    const age = clock.now().getTime() - identity.authTime.getTime();
    if (age >= reSignInWindowMs + slackMs) throw new Refusal('freshSignInRequired');
  }

  async function sendReceipt(email: string): Promise<void> {
    try {
      await deps.mail.send(
        await composeLetter({
          to: email,
          subject: 'Your Hearthscribe account has been deleted',
          before: [
            'As you asked, we have deleted your Hearthscribe account.',
            'Your campaigns, sessions, recordings, transcripts, notes and settings are gone, and we can’t restore them. ' +
              'We keep a record of payments and credits used, without your name or email address, and for a year a code computed from your address, so that the ' +
              'free analysis is given once.',
            'If you have bought credits: we ask Stripe, our payment provider, to delete you as a customer. Any ' +
              'subscription ends with that. Stripe keeps payment records for as long as the law requires.',
          ],
          after: ['If this wasn’t you, reply to this email right away.'],
        }),
      );
    } catch (error) {
      log.error({ err: error }, 'could not send the account deletion email');
    }
  }

  const ownSessions = async (tx: Orm, userId: string) => {
    const rows = await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId));
    return rows.map(({ id }) => id);
  };

  /** Afterwards nothing leads to the user any more, and the address is free. */
  async function endAccount(tx: Orm, identity: VerifiedIdentity, account: { userId: string; email: string }) {
    const { userId, email } = account;
    const signIns = await tx.delete(logins).where(eq(logins.userId, userId)).returning();
    const gone = await tx.delete(identities).where(eq(identities.userId, userId)).returning();
    await deps.forgetCustomer(tx, userId);
    await deps.mail.forget?.(tx, ({ to }) => to.toLowerCase() === email.toLowerCase());
    // The identity provider's clock may be ahead; this sign-in must still count as earlier.
    const deletedAt = new Date(Math.max(clock.now().getTime(), identity.authTime.getTime()));
    await rememberWelcome(tx, deps.secrets, { userId, email, deletedAt });
    await tx.update(users).set({ emailVerified: false }).where(eq(users.id, userId));
    await tx
      .delete(deletedIdentities)
      .where(lt(deletedIdentities.deletedAt, new Date(deletedAt.getTime() - rememberedMs)));
    await tx
      .insert(deletedIdentities)
      .values(gone.map(({ issuer, subject }) => ({ issuer, subject, deletedAt })))
      .onConflictDoUpdate({
        target: [deletedIdentities.issuer, deletedIdentities.subject],
        set: { deletedAt },
      });
    await deps.forgetIdentities?.(
      tx,
      gone.map(({ subject }) => subject),
    );
    return deps.logins.forget(
      tx,
      signIns.map(({ signIn }) => signIn),
    );
  }

  const removed = (userId: string, removeFiles: () => Promise<void>) =>
    removeFiles().catch((error: unknown) =>
      log.error({ err: error, userId }, 'recordings of a deleted account could not be removed yet'),
    );

  /** @returns what to run afterwards */
  async function removeRest(tx: Orm, userId: string): Promise<() => Promise<void>> {
    const removeFiles = await deps.sessionWork.remove(tx, await ownSessions(tx, userId), 'stop');
    const [gone] = await tx.delete(users).where(eq(users.id, userId)).returning({ email: users.email });
    return async () => {
      log.info({ userId }, 'account deleted');
      await removed(userId, removeFiles);
      if (gone !== undefined) await sendReceipt(gone.email);
    };
  }

  /** Again after a crash, until nothing is left. */
  async function removeEnded(userId: string, signal: AbortSignal): Promise<void> {
    const list = (tx: Orm) => ownSessions(tx, userId);
    const removeFiles = await removeOneByOne(deps, { userId, list, signal }, 'stop');
    const afterwards = await database.transaction(async (tx) => {
      const isLeft = await lockUser(tx, userId);
      return isLeft ? removeRest(tx, userId) : null;
    });
    await removed(userId, removeFiles);
    await afterwards?.();
  }

  queue.work<{ userId: string }>(removalJob, ({ data, signal }) => removeEnded(data.userId, signal), {
    retryLimit,
  });

  return {
    /**
     * Ends the account at once, with its identity if we store it. What belonged to it goes in the same transaction, or in a
     * job if it is much. The ledger stays, under an anonymous id. Once more, it does nothing: who got no answer asks again.
     * @throws Refusal unauthorized, notFound; freshSignInRequired after five minutes
     */
    async deleteUser(identity: VerifiedIdentity, userId: string): Promise<void> {
      if ((await assertOwn(database.orm, identity, userId)) === null) return;
      assertFresh(identity);
      const isMuch = isBeyond('deletedAtOnceBytes', await textOf(database.orm, userId));
      const ended = await database.transaction(async (tx) => {
        await lockUser(tx, userId);
        // Another call may have ended it meanwhile.
        const email = await assertOwn(tx, identity, userId);
        if (email === null) return null;
        if (isMuch) {
          await queue.send(tx, removalJob, { userId }, { singletonKey: userId });
          await deps.endLinks(tx, userId);
        }
        const forgetHere = await endAccount(tx, identity, { userId, email });
        return { forgetHere, afterwards: isMuch ? null : await removeRest(tx, userId) };
      });
      ended?.forgetHere();
      await ended?.afterwards?.();
    },
  };
}

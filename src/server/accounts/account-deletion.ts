import { and, eq, lt } from 'drizzle-orm';
import { removeOneByOne } from '#server/campaigns/remove-sessions.ts';
import type { SessionWorkPort } from '#server/campaigns/session-work.ts';
import { campaigns, sessions } from '#server/campaigns/tables.ts';
import type { VerifiedIdentity } from '#server/http/token-verifier.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import type { Logger } from '#server/platform/log.ts';
import { composeLetter } from '#server/platform/mail/letter.ts';
import type { MailPort } from '#server/platform/mail/port.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { SecretBox } from '#server/platform/secret-box.ts';
import type { Logins } from './logins.ts';
import { deletedIdentities, identities, logins, users } from './tables.ts';
import { rememberWelcome } from './welcomed-once.ts';

/** R4.15. The page uses the same window, without the slack. */
export const reSignInWindowMs = 300_000;
/** Longer than any sign-in can be renewed: 30 days, embedded and hosted. */
const rememberedMs = 31 * 86_400_000;
const slackMs = 5_000;

export type AccountDeletion = ReturnType<typeof createAccountDeletion>;

export function createAccountDeletion(deps: {
  database: Database;
  clock: Clock;
  secrets: SecretBox;
  logins: Logins;
  sessionWork: SessionWorkPort;
  forgetCustomer: (tx: Orm, userId: string) => Promise<void>;
  mail: MailPort;
  forgetIdentities?: (tx: Orm, subjects: readonly string[]) => Promise<void>;
  log: Logger;
}) {
  const { database, clock, log } = deps;

  async function assertOwn(tx: Orm, identity: VerifiedIdentity, userId: string): Promise<string> {
    const [own] = await tx
      .select({ userId: users.id, email: users.email })
      .from(identities)
      .innerJoin(users, eq(users.id, identities.userId))
      .where(and(eq(identities.issuer, identity.issuer), eq(identities.subject, identity.sub)));
    if (own === undefined) throw new Refusal('unauthorized');
    if (own.userId !== userId) throw new Refusal('notFound');
    if (await deps.logins.isEnded(tx, identity)) throw new Refusal('unauthorized');
    return own.email;
  }

  /** Campaigns first, the same order as when sessions are created or deleted. */
  async function lockUser(tx: Orm, userId: string): Promise<void> {
    await tx
      .select({ id: campaigns.id })
      .from(campaigns)
      .where(eq(campaigns.userId, userId))
      .orderBy(campaigns.id)
      .for('update');
    const [own] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
    if (own === undefined) throw new Refusal('unauthorized');
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

  return {
    /**
     * Deletes the identity, too, if we store it. The ledger stays, under an anonymous id.
     * @throws Refusal unauthorized, notFound; freshSignInRequired after five minutes
     */
    async deleteUser(identity: VerifiedIdentity, userId: string): Promise<void> {
      assertFresh(identity);
      const ownSessions = async (tx: Orm) => {
        const rows = await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId));
        return rows.map(({ id }) => id);
      };
      const list = async (tx: Orm) => {
        await assertOwn(tx, identity, userId);
        return ownSessions(tx);
      };
      const removeMost = await removeOneByOne(deps, { userId, list }, 'stop');
      const { email, removeFiles, forgetHere } = await database.transaction(async (tx) => {
        const email = await assertOwn(tx, identity, userId);
        await lockUser(tx, userId);
        const removeFiles = await deps.sessionWork.remove(tx, await ownSessions(tx), 'stop');
        const signIns = await tx
          .select({ signIn: logins.signIn })
          .from(logins)
          .where(eq(logins.userId, userId));
        const gone = await tx
          .select({ issuer: identities.issuer, subject: identities.subject })
          .from(identities)
          .where(eq(identities.userId, userId));
        await deps.forgetCustomer(tx, userId);
        // The identity provider's clock may be ahead; this sign-in must still count as earlier.
        const deletedAt = new Date(Math.max(clock.now().getTime(), identity.authTime.getTime()));
        await rememberWelcome(tx, deps.secrets, { userId, email, deletedAt });
        await tx.delete(users).where(eq(users.id, userId));
        await tx
          .delete(deletedIdentities)
          .where(lt(deletedIdentities.deletedAt, new Date(deletedAt.getTime() - rememberedMs)));
        await tx
          .insert(deletedIdentities)
          .values(gone.map((who) => ({ ...who, deletedAt })))
          .onConflictDoUpdate({
            target: [deletedIdentities.issuer, deletedIdentities.subject],
            set: { deletedAt },
          });
        await deps.forgetIdentities?.(
          tx,
          gone.map(({ subject }) => subject),
        );
        const forgetHere = await deps.logins.forget(
          tx,
          signIns.map(({ signIn }) => signIn),
        );
        return { email, removeFiles, forgetHere };
      });
      forgetHere();
      log.info({ userId }, 'account deleted');
      try {
        await removeMost();
        await removeFiles();
      } catch (error) {
        log.error({ err: error, userId }, 'recordings of a deleted account could not be removed yet');
      }
      await sendReceipt(email);
    },
  };
}

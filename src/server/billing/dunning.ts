import { and, eq, isNotNull, isNull, lte, or } from 'drizzle-orm';
import { dayOf } from '#contract/dates.ts';
import { type SubscriptionTier, subscriptionPlans } from '#contract/prices.ts';
import { present } from '#contract/unknown-values.ts';
import { users } from '#server/accounts/tables.ts';
import type { Orm } from '#server/platform/database/database.ts';
import type { JobQueue } from '#server/platform/job-queue.ts';
import { composeLetter, type Letter } from '#server/platform/mail/letter.ts';
import type { Shared } from '#server/platform/shared.ts';
import type { SubscriptionRow } from './subscription-rows.ts';
import { subscriptions } from './tables.ts';

/** Longer than sending takes: after this time another process sends the email. */
const claimMs = 120_000;

export const letterJob = 'subscription-letter';

const tierNames: Readonly<Record<SubscriptionTier, string>> = { STANDARD: 'Standard', PRO: 'Pro' };
const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

const whereToPay =
  'In Hearthscribe, open your account settings and choose Credits and billing. In the billing portal you can change your ' +
  'card and pay the open invoice.';
const whatStays = 'You keep your campaigns, sessions and notes, and your credits until they expire.';

function letterAbout(
  row: Pick<SubscriptionRow, 'tier' | 'graceEndsAt'>,
  letter: NonNullable<SubscriptionRow['letter']>,
  to: string,
  publicUrl: string | null,
): Letter {
  const plan = tierNames[row.tier];
  const until = row.graceEndsAt === null ? '' : dayOf(row.graceEndsAt.getTime(), 'UTC');
  const link =
    publicUrl === null ? {} : { link: { words: 'Open Hearthscribe', href: `${publicUrl}/campaign` } };
  if (letter === 'ended')
    return {
      to,
      subject: 'Your Hearthscribe subscription has ended',
      before: [
        `We could not collect the payment for your ${plan} subscription, so it has ended. We won’t try again.`,
        whatStays,
        'You can subscribe again at any time.',
      ],
      ...link,
    };
  const price = dollars(subscriptionPlans[row.tier].centsPerMonth);
  if (letter === 'reminder')
    return {
      to,
      subject: `Your Hearthscribe subscription ends on ${until} unless it is paid`,
      before: [
        `We still haven’t received the payment for your ${plan} subscription (${price} a month). Please pay by ${until}, or the subscription ends.`,
        whereToPay,
      ],
      ...link,
      after: [whatStays],
    };
  return {
    to,
    subject: 'Your payment for Hearthscribe failed',
    before: [
      `We could not collect a payment for your ${plan} subscription (${price} a month). Your card may have expired, or your bank may have declined the payment.`,
      `Please pay by ${until}. Until then you keep your subscription, and you get the credits as soon as you pay. After that, the subscription ends.`,
      whereToPay,
    ],
    ...link,
    after: [whatStays],
  };
}

/**
 * Defines a job: call it before the queue starts. The subscription's row has the email that is due. A crash between
 * sending and clearing sends it twice.
 */
export function createDunning(
  deps: Pick<Shared, 'database' | 'clock' | 'mail' | 'log'> & {
    queue: Pick<JobQueue, 'work' | 'send'>;
    publicUrl: string | null;
  },
) {
  const { database, clock, mail, publicUrl, log } = deps;

  async function claim(subscriptionId: string): Promise<SubscriptionRow | null> {
    const now = clock.now();
    const [row] = await database.orm
      .update(subscriptions)
      .set({ letterClaimedUntil: new Date(now.getTime() + claimMs) })
      .where(
        and(
          eq(subscriptions.id, subscriptionId),
          isNotNull(subscriptions.letter),
          or(isNull(subscriptions.letterClaimedUntil), lte(subscriptions.letterClaimedUntil, now)),
        ),
      )
      .returning();
    return row ?? null;
  }

  const isStill = (row: SubscriptionRow) =>
    and(
      eq(subscriptions.id, row.id),
      eq(subscriptions.letter, present(row.letter, 'letter')),
      eq(subscriptions.letterClaimedUntil, present(row.letterClaimedUntil, 'claim of the letter')),
    );

  async function addressOf(userId: string): Promise<string | null> {
    const [user] = await database.orm.select({ email: users.email }).from(users).where(eq(users.id, userId));
    return user?.email ?? null;
  }

  const isOfUse = ({ letter, graceEndsAt }: SubscriptionRow) =>
    letter === 'ended' || (graceEndsAt !== null && graceEndsAt > clock.now());

  async function send(row: SubscriptionRow): Promise<void> {
    const to = await addressOf(row.userId);
    if (to === null || !isOfUse(row)) return;
    await mail.send(await composeLetter(letterAbout(row, present(row.letter, 'letter'), to, publicUrl)));
    log.info({ subscription: row.id, letter: row.letter }, 'payment email sent');
  }

  async function sendLetter(subscriptionId: string): Promise<void> {
    const row = await claim(subscriptionId);
    if (row === null) return;
    try {
      await send(row);
    } catch (error) {
      await database.orm.update(subscriptions).set({ letterClaimedUntil: null }).where(isStill(row));
      throw error;
    }
    await database.orm
      .update(subscriptions)
      .set({ letter: null, letterClaimedUntil: null })
      .where(isStill(row));
  }

  deps.queue.work<{ subscriptionId: string }>(letterJob, ({ data }) => sendLetter(data.subscriptionId));

  return {
    async queue(tx: Orm, subscriptionId: string): Promise<void> {
      await deps.queue.send(tx, letterJob, { subscriptionId }, { singletonKey: subscriptionId });
    },
    async sendAll(): Promise<void> {
      const due = await database.orm
        .select({ id: subscriptions.id })
        .from(subscriptions)
        .where(isNotNull(subscriptions.letter));
      for (const { id } of due) {
        await sendLetter(id).catch((error: unknown) =>
          log.error({ err: error, subscription: id }, 'A payment email could not be sent.'),
        );
      }
    },
  };
}

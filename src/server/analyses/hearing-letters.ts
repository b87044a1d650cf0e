import { and, eq } from 'drizzle-orm';
import { preferences, users } from '#server/accounts/tables.ts';
import { sendQuoting } from '#server/campaigns/kept-mail.ts';
import { campaigns, sessions } from '#server/campaigns/tables.ts';
import type { Orm } from '#server/platform/database/database.ts';
import type { Shared } from '#server/platform/shared.ts';
import { currentTranscript } from '#server/recordings/material.ts';
import { isAnyWaiting, takeWaiting } from '#server/recordings/waiting.ts';

const letterJob = 'hearing-letter';

interface LetterJobData {
  sessionId: string;
}

/**
 * Emails users who asked for it once their kept recordings can be analyzed; run what it returns now and then.
 * Defines a job: call it before the queue starts.
 */
export function createHearingLetters(
  deps: Pick<Shared, 'database' | 'queue' | 'mail' | 'log'> & {
    publicUrl: string | null;
    canHear(): Promise<boolean>;
  },
): () => Promise<void> {
  const { database, queue, mail, publicUrl, log } = deps;
  async function letterAbout(orm: Orm, sessionId: string) {
    const [about] = await orm
      .select({ to: users.email, title: sessions.title, campaignId: campaigns.id, campaign: campaigns.title })
      .from(sessions)
      .innerJoin(campaigns, eq(campaigns.id, sessions.campaignId))
      .innerJoin(users, and(eq(users.id, sessions.userId), eq(users.emailVerified, true)))
      .innerJoin(preferences, and(eq(preferences.userId, users.id), eq(preferences.mailWhenNotesReady, true)))
      .where(eq(sessions.id, sessionId));
    if (about === undefined || (await currentTranscript(orm, sessionId)) !== null) return null;
    const { to, title, campaignId, campaign } = about;
    return {
      to,
      quotes: campaignId,
      subject: `You can analyze “${title}” now`,
      before: [
        `We kept your recording of “${title}” (${campaign}) while our server could not transcribe. Now it can.`,
      ],
      ...(publicUrl === null
        ? {}
        : {
            link: {
              words: 'See the price and start',
              href: `${publicUrl}/campaign?campaignId=${campaignId}&sessionId=${sessionId}`,
            },
          }),
      after: ['You asked for these emails. You can turn them off in your account settings.'],
    };
  }

  queue.work<LetterJobData>(letterJob, async ({ data: { sessionId } }) => {
    if (await sendQuoting({ database, mail }, (orm) => letterAbout(orm, sessionId)))
      log.info({ sessionId }, 'email about a recording that can be analyzed sent');
  });

  return async () => {
    if (!(await isAnyWaiting(database.orm)) || !(await deps.canHear())) return;
    await database.transaction(async (tx) => {
      for (const sessionId of await takeWaiting(tx)) await queue.send(tx, letterJob, { sessionId });
    });
  };
}

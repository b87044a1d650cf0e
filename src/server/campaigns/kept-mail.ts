import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { composeLetter, type Letter } from '#server/platform/mail/letter.ts';
import type { MailPort } from '#server/platform/mail/port.ts';
import { lockSessions } from './lock-session.ts';
import { sessions } from './tables.ts';

const MOST_TIMES = 5;

/**
 * Sends an email that quotes a campaign. Where it is kept here, it must not outlast what it quotes: if that was changed or erased
 * since it was read, the email is written anew, or goes. It is read again while the campaign's sessions are locked: what is
 * being erased is gone by then, and what is erased later finds the email.
 * @param write null if there is nothing to tell (any longer)
 * @returns whether it was sent
 * @throws Error if what it quotes was another one each time
 */
export async function sendQuoting(
  deps: { database: Database; mail: MailPort },
  write: (orm: Orm) => Promise<(Letter & { quotes: string }) | null>,
): Promise<boolean> {
  const { database, mail } = deps;
  for (let times = 0; times < MOST_TIMES; times += 1) {
    const letter = await write(database.orm);
    if (letter === null) return false;
    const id = newId();
    await mail.send({ ...(await composeLetter(letter)), id });
    if (mail.forget === undefined) return true;
    const isSame = await database.transaction(async (tx) => {
      const quoted = await tx
        .select({ id: sessions.id })
        .from(sessions)
        .where(eq(sessions.campaignId, letter.quotes));
      await lockSessions(
        tx,
        quoted.map((session) => session.id),
      );
      if (isDeepStrictEqual(await write(tx), letter)) return true;
      await mail.forget?.(tx, (kept) => kept.id === id);
      return false;
    });
    if (isSame) return true;
  }
  throw new Error('What an email quotes was changed each time that it was read.');
}

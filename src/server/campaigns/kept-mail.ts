import { isDeepStrictEqual } from 'node:util';
import type { Database } from '#server/platform/database/database.ts';
import { composeLetter, type Letter } from '#server/platform/mail/letter.ts';
import type { MailPort } from '#server/platform/mail/port.ts';

/**
 * Sends an email that quotes a campaign. Where it is kept here, it must not outlast what it quotes: if that was changed or erased
 * since it was read, the email is written anew, or goes.
 * @param write null if there is nothing to tell (any longer)
 * @returns whether it was sent
 */
export async function sendQuoting(
  deps: { database: Database; mail: MailPort },
  write: () => Promise<(Letter & { quotes: string }) | null>,
): Promise<boolean> {
  const { database, mail } = deps;
  const letter = await write();
  if (letter === null) return false;
  await mail.send(await composeLetter(letter));
  if (mail.forget === undefined || isDeepStrictEqual(await write(), letter)) return true;
  await database.transaction(async (tx) => mail.forget?.(tx, [letter.quotes]));
  return sendQuoting(deps, write);
}

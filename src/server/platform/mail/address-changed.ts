import type { Logger } from 'pino';
import { composeLetter } from './letter.ts';
import type { MailPort } from './port.ts';

export function maskAddress(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  return `${name.slice(0, 1)}***@${domain.slice(0, 1)}***`;
}

/** Notifies the former address. Only logs failures. */
export async function sendAddressChanged(
  deps: { mail: MailPort; log: Pick<Logger, 'error'> },
  change: { from: string; to: string },
): Promise<void> {
  try {
    await deps.mail.send(
      await composeLetter({
        to: change.from,
        subject: 'The email address of your Hearthscribe account has changed',
        before: [
          `The email address of your Hearthscribe account is now ${maskAddress(change.to)}.`,
          'You can no longer sign in with the address this email was sent to.',
        ],
        after: ['If you didn’t change it, reply to this email right away.'],
      }),
    );
  } catch (error) {
    deps.log.error({ err: error }, 'could not notify the former email address of an account');
  }
}

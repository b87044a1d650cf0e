import { recordOf } from '#contract/unknown-values.ts';
import type { MailPort } from './port.ts';

const CONNECTION_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 30_000;
/** Rejects lists and characters that end a protocol line. */
const oneAddress = /^[^\s,;<>"()]+@[^\s,;<>"()]+$/;

/** @param options.url `smtps://user:password@host`; never logged @param options.from `Name <address>` */
export function createSmtpMail({ url, from }: { url: string; from: string }): MailPort {
  const connect = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      greetingTimeout: CONNECTION_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      // User input must never name a file or an address to fetch.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  let transport: ReturnType<typeof connect> | undefined;
  return {
    async send({ quotes: _, ...message }) {
      if (!oneAddress.test(message.to)) throw new Error('An email must have one recipient.');
      transport ??= connect();
      const opened = await transport;
      try {
        await opened.sendMail({ from, ...message, to: { name: '', address: message.to } });
      } catch (error) {
        // The message contains the address, which must not be logged.
        const { code, responseCode } = recordOf(error);
        const reason = [code, responseCode].filter((part) => part !== undefined).join(' ');
        throw new Error(`The mail server rejected the email (${reason || 'no reason given'}).`);
      }
    },
  };
}

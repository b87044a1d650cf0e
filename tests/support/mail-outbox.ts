import type { MailPort } from '#server/platform/mail/port.ts';
import type { OutboxMessage } from '#server/stand-ins/mail/outbox.ts';

export interface MailOutbox extends MailPort {
  messages(): readonly OutboxMessage[];
}

/** Keeps what is sent in memory, the latest first. */
export function createMailOutbox(options: { clock: () => Date }): MailOutbox {
  const kept: OutboxMessage[] = [];
  return {
    async send(message) {
      kept.unshift({ ...message, sentAt: options.clock() });
    },
    messages: () => kept,
  };
}

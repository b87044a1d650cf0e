import type { MailMessage, MailPort } from '#server/platform/mail/port.ts';

export interface OutboxMessage extends MailMessage {
  sentAt: Date;
}

export interface MailOutbox extends MailPort {
  messages(): readonly OutboxMessage[];
}

/** Keeps the newest emails in memory instead of sending them: the embedded default, and for tests. */
export function createMailOutbox(options: { clock: () => Date; limit?: number }): MailOutbox {
  const limit = options.limit ?? 200;
  const kept: OutboxMessage[] = [];
  return {
    async send(message) {
      kept.unshift({ ...message, sentAt: options.clock() });
      kept.length = Math.min(kept.length, limit);
    },
    messages: () => kept,
  };
}

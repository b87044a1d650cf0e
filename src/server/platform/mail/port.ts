import type { Orm } from '../database/database.ts';

export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html?: string;
}

export interface MailPort {
  send(message: MailMessage): Promise<void>;
  /** What is kept here of emails to these addresses; missing where a mail server takes them. */
  forget?(tx: Orm, addresses: readonly string[]): Promise<void>;
}

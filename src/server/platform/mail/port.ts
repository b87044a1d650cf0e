import type { Orm } from '../database/database.ts';

export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Id of the campaign that it is about: it quotes titles, or what was said at its table. */
  quotes?: string;
}

export interface MailPort {
  send(message: MailMessage): Promise<void>;
  /** What is kept here of emails that quote these campaigns; missing where a mail server takes them. */
  forget?(tx: Orm, campaignIds: readonly string[]): Promise<void>;
}

import type { Orm } from '../database/database.ts';

export interface MailMessage {
  /** Under which it is kept here, if it is. */
  id?: string;
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Id of the campaign that it is about: it quotes titles, or what was said at its table. */
  quotes?: string;
}

export interface MailPort {
  send(message: MailMessage): Promise<void>;
  /** Removes those of the kept emails; missing where a mail server takes them. */
  forget?(tx: Orm, isMeant: (kept: MailMessage) => boolean): Promise<void>;
}

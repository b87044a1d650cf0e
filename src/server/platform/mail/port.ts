/** One mail. `text` is always there; `html` only where it adds something. */
export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html?: string;
}

/** Sends mail. Resolves once the mail is handed over; rejects when it cannot be. */
export interface MailPort {
  send(message: MailMessage): Promise<void>;
}

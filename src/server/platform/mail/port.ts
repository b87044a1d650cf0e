/** `html` is optional. */
export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html?: string;
}

/** Sends email. Resolves when the server has accepted it. */
export interface MailPort {
  send(message: MailMessage): Promise<void>;
}

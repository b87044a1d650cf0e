import type { ServerDependencies } from './app.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { isForThisMachine } from './identity/app-config.ts';
import { createMailOutbox } from './mail/outbox.ts';
import { createSmtpMail } from './mail/smtp.ts';
import { outboxRoute } from './routes/outbox.ts';

/** The mail server of the settings; without one, mails are kept, and shown to whoever sits at this machine. */
export function openMail(config: Pick<Config, 'mail' | 'host' | 'publicUrl'>): ServerDependencies['mail'] {
  const { smtpUrl, from } = config.mail;
  if (smtpUrl !== null) return { port: createSmtpMail({ url: smtpUrl, from }) };
  const outbox = createMailOutbox({ clock: () => systemClock.now() });
  return {
    port: outbox,
    mount(app) {
      // A proxy on this machine may call as one who sits here: what is public keeps its mails to itself.
      if (isForThisMachine(config)) outboxRoute(app, outbox);
    },
  };
}

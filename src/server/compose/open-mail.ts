import { systemClock } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/config.ts';
import { isForThisMachine } from '#server/platform/for-this-machine.ts';
import { createSmtpMail } from '#server/platform/mail/smtp.ts';
import { createMailOutbox } from '#server/stand-ins/mail/outbox.ts';
import { outboxRoute } from '#server/stand-ins/mail/outbox-page.ts';
import type { ServerDependencies } from './app.ts';

/** The configured mail server; otherwise emails are kept in memory and shown on this computer. */
export function openMail(config: Pick<Config, 'mail' | 'host' | 'publicUrl'>): ServerDependencies['mail'] {
  const { smtpUrl, from } = config.mail;
  if (smtpUrl !== null) return { port: createSmtpMail({ url: smtpUrl, from }) };
  const outbox = createMailOutbox({ clock: () => systemClock.now() });
  return {
    port: outbox,
    mount(app) {
      // A proxy on this computer may look like a local user: don't show emails on a public server.
      if (isForThisMachine(config)) outboxRoute(app, outbox);
    },
  };
}

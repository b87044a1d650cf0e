import type { Config } from '#server/platform/config.ts';
import { isForThisMachine } from '#server/platform/for-this-machine.ts';
import { createSmtpMail } from '#server/platform/mail/smtp.ts';
import type { Shared } from '#server/platform/shared.ts';
import { createStoredOutbox } from '#server/stand-ins/mail/outbox.ts';
import { outboxPath, outboxRoute } from '#server/stand-ins/mail/outbox-page.ts';
import type { ServerDependencies } from './dependencies.ts';

export function openMail(
  config: Pick<Config, 'mail' | 'host' | 'publicUrl'>,
  deps: Pick<Shared, 'database' | 'secrets' | 'clock'>,
): ServerDependencies['mail'] & { page: string | null } {
  const { smtpUrl, from } = config.mail;
  if (smtpUrl !== null) return { port: createSmtpMail({ url: smtpUrl, from }), page: null };
  const outbox = createStoredOutbox(deps);
  // On a public server, a local proxy may look like a local user.
  if (!isForThisMachine(config)) return { port: outbox, page: null };
  return { port: outbox, page: outboxPath, mount: (app) => outboxRoute(app, outbox) };
}

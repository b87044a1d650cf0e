import type { HttpBindings } from '@hono/node-server';
import type { App } from '../http/mount.ts';
import { Refusal } from '../http/refusal.ts';
import type { MailOutbox } from '../mail/outbox.ts';

const loopback = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/;
const localHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** The mails of the embedded identity provider, for whoever sits at this machine (design/identity.md). */
export function outboxRoute(app: App, outbox: MailOutbox): void {
  app.get('/dev/mail', (context) => {
    const { incoming } = context.env as Partial<HttpBindings>;
    const isHere = loopback.test(incoming?.socket.remoteAddress ?? '');
    if (!isHere || !localHost.test(context.req.header('host') ?? '')) throw new Refusal('notFound');
    return context.json({ messages: outbox.messages() }, 200, { 'cache-control': 'no-store' });
  });
}

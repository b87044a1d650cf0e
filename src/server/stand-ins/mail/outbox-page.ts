import type { Context } from 'hono';
import { html } from 'hono/html';
import type { App, RequestVariables } from '#server/http/mount.ts';
import { isFromThisMachine } from '#server/http/this-machine.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { OutboxMessage } from './outbox.ts';

export const outboxPath = '/dev/mail';

export function outboxRoute(app: App, outbox: { messages(): Promise<readonly OutboxMessage[]> }): void {
  function refuseElsewhere(context: Context<{ Variables: RequestVariables }>): void {
    if (!isFromThisMachine(context)) throw new Refusal('notFound');
    context.header('cache-control', 'no-store');
  }
  app.get(`${outboxPath}.json`, async (context) => {
    refuseElsewhere(context);
    return context.json({ messages: await outbox.messages() });
  });
  app.get(outboxPath, async (context) => {
    refuseElsewhere(context);
    const mails = (await outbox.messages()).map(
      ({ to, subject, text, sentAt }) => html`<article>
<h2>${subject}</h2>
<p>To ${to}, ${sentAt.toISOString()}</p>
<pre>${text}</pre>
</article>`,
    );
    return context.html(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Mail of this machine</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"></head>
<body><h1>Mail of this machine</h1>
<p>No email server is set up (SMTP_URL), so emails are kept here for a day, the newest first.</p>
${mails.length === 0 ? html`<p>No email yet.</p>` : mails}
</body></html>`);
  });
}

import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/** Who is shown the pages: whoever sits at this machine, or everyone who finds them. */
export type Reach = 'this machine' | 'everyone';

const loopback = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/;
const localHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

export function mayReach(context: Context, reach: Reach): boolean {
  if (reach === 'everyone') return true;
  const { incoming } = (context.env ?? {}) as Partial<HttpBindings>;
  const isHere = loopback.test(incoming?.socket.remoteAddress ?? '');
  return isHere && localHost.test(context.req.header('host') ?? '');
}

/** Whether a form comes from a page of this very origin, as its browser says: another site's page cannot pay, refund or cancel. */
export function isSameOrigin(context: Context): boolean {
  const site = context.req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = context.req.header('origin');
  const host = context.req.header('host') ?? new URL(context.req.url).host;
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}

import type { Context } from 'hono';
import { isFromThisMachine } from '#server/http/this-machine.ts';

export type Reach = 'this machine' | 'everyone';

export const mayReach = (context: Context, reach: Reach): boolean =>
  reach === 'everyone' || isFromThisMachine(context);

/** Other sites must not pay, refund or cancel. */
export function isSameOrigin(context: Context): boolean {
  const site = context.req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = context.req.header('origin');
  const host = context.req.header('host') ?? new URL(context.req.url).host;
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}

import { isIP } from 'node:net';
import type { Context } from 'hono';
import { recordOf } from '#contract/unknown-values.ts';
import { familyOf, normalizeAddress, type TrustedProxies } from '#server/platform/trusted-proxies.ts';

export type ClientAddressOf = (context: Context) => string;

function socketAddress(context: Context): string {
  const { remoteAddress: address } = recordOf(recordOf(recordOf(context.env).incoming).socket);
  return typeof address === 'string' ? (normalizeAddress(address) ?? address) : 'in-process';
}

/** False for what the server asks itself. */
export const isOverNetwork = (context: Context): boolean => recordOf(context.env).incoming !== undefined;

/** Proxies append their caller, so read from the right and only as far as they are trusted. */
export function createClientAddress(trusted: TrustedProxies): ClientAddressOf {
  return (context) => {
    const peer = socketAddress(context);
    if (trusted.kind === 'none') return peer;
    const forwarded = context.req.header('x-forwarded-for')?.split(',').reverse() ?? [];
    let client = peer;
    for (const [passed, entry] of forwarded.entries()) {
      const isTrusted =
        trusted.kind === 'hops'
          ? passed < trusted.hops
          : isIP(client) !== 0 && trusted.ranges.check(client, familyOf(client));
      const named = isTrusted ? normalizeAddress(entry) : null;
      if (named === null) break;
      client = named;
    }
    return client;
  };
}

/** Rate limits use the /64 of an IPv6 address, because one user has all of it. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const left = groups(head);
  const right = groups(tail ?? '');
  const all =
    tail === undefined
      ? left
      : [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  const network = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

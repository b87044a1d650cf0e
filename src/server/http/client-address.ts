import { isIP } from 'node:net';
import type { Context } from 'hono';
import { familyOf, normalizeAddress, type TrustedProxies } from '#server/platform/trusted-proxies.ts';

/** Works out the network address of the client that sent a request. */
export type ClientAddressOf = (context: Context) => string;

/** The address at the other end of the socket; calls without a socket come from this process. */
function socketAddress(context: Context): string {
  const bindings = context.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined;
  const address = bindings?.incoming?.socket?.remoteAddress;
  return address === undefined ? 'in-process' : (normalizeAddress(address) ?? address);
}

/**
 * Each proxy appends the address that called it, so the header is read from the right, and only as far as the proxies
 * are trusted: what is further left was written by the client itself.
 */
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

/** What limits are counted by: the address, or for IPv6 the /64 network, of which one user may use every address. */
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

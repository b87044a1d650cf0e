import { BlockList, isIP } from 'node:net';
import type { Context } from 'hono';

/** Which proxies in front may say, in `X-Forwarded-For`, where a request comes from. */
export type TrustedProxies =
  | { kind: 'none' }
  /** That many proxies, one behind the other, whatever their addresses. */
  | { kind: 'hops'; hops: number }
  | { kind: 'ranges'; ranges: BlockList };

/** Works out the network address of the client that sent a request. */
export type ClientAddressOf = (context: Context) => string;

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** An address in one form, without port, brackets, zone and IPv4-in-IPv6 prefix; null for anything else. */
export function normalizeAddress(text: string): string | null {
  const trimmed = text.trim().toLowerCase();
  const bare =
    /^\[([^\]]+)\](?::\d{1,5})?$/.exec(trimmed)?.[1] ??
    /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(trimmed)?.[1] ??
    trimmed;
  const address = bare.replace(/%[\w.-]+$/, '').replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/, '');
  return isIP(address) === 0 ? null : address;
}

/**
 * Reads `TRUSTED_PROXIES`: nothing, a number of hops, or addresses and ranges with commas between.
 * @returns null when it is none of these
 */
export function parseTrustedProxies(text: string): TrustedProxies | null {
  if (text === '' || text === '0') return { kind: 'none' };
  if (/^[1-9]$/.test(text)) return { kind: 'hops', hops: Number(text) };
  const ranges = new BlockList();
  for (const entry of text.split(',')) {
    const [given = '', prefix, ...rest] = entry.trim().split('/');
    const address = normalizeAddress(given);
    if (address === null || rest.length > 0) return null;
    const family = familyOf(address);
    const bits = family === 'ipv6' ? 128 : 32;
    if (prefix === undefined) ranges.addAddress(address, family);
    else if (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits)
      ranges.addSubnet(address, Number(prefix), family);
    else return null;
  }
  return { kind: 'ranges', ranges };
}

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

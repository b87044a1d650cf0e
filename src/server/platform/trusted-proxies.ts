import { BlockList, isIP } from 'node:net';

export type TrustedProxies =
  | { kind: 'none' }
  | { kind: 'hops'; hops: number }
  | { kind: 'ranges'; ranges: BlockList };

export const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Without port, brackets, zone and IPv4-in-IPv6 prefix; null if invalid. */
export function normalizeAddress(text: string): string | null {
  const trimmed = text.trim().toLowerCase();
  const bare =
    /^\[([^\]]+)\](?::\d{1,5})?$/.exec(trimmed)?.[1] ??
    /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(trimmed)?.[1] ??
    trimmed;
  const address = bare.replace(/%[\w.-]+$/, '').replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/, '');
  return isIP(address) === 0 ? null : address;
}

/** Parses `TRUSTED_PROXIES`: a number of hops, or addresses and ranges; null if invalid. */
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

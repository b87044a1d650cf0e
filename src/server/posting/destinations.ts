import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress } from './public-addresses.ts';

export interface Destination {
  url: URL;
  addresses: readonly [string, ...string[]];
}

/** `forbidden`: permanently; `unknown`: the lookup failed for now. */
export class DestinationError extends Error {
  override readonly name = 'DestinationError';
  readonly reason: 'forbidden' | 'unknown';

  constructor(reason: DestinationError['reason']) {
    super(reason === 'forbidden' ? 'The address is not public.' : 'The host was not found.');
    this.reason = reason;
  }
}

export interface DestinationSettings {
  hosts: readonly string[];
  http: boolean;
}

export type ResolveHost = (host: string) => Promise<readonly string[]>;

const resolveBySystem: ResolveHost = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

export type Destinations = ReturnType<typeof createDestinations>;

/** Every address of a host must be public. */
export function createDestinations(settings: DestinationSettings, resolve: ResolveHost = resolveBySystem) {
  const isListed = ({ hostname, host }: URL) =>
    settings.hosts.includes(host) || settings.hosts.includes(hostname);
  const mayUse = (url: URL) => {
    if (url.username !== '' || url.password !== '') return false;
    if (isListed(url)) return url.protocol === 'https:' || (settings.http && url.protocol === 'http:');
    return url.protocol === 'https:' && url.port === '';
  };

  return {
    isListed,
    async find(url: URL): Promise<Destination> {
      if (!mayUse(url)) throw new DestinationError('forbidden');
      const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
      const found = isIP(host) === 0 ? await resolved(resolve, host) : [host];
      if (!isListed(url) && !found.every(isPublicAddress)) throw new DestinationError('forbidden');
      const [first, ...others] = found;
      if (first === undefined) throw new DestinationError('unknown');
      return { url, addresses: [first, ...others] };
    },
  };
}

async function resolved(resolve: ResolveHost, host: string): Promise<readonly string[]> {
  try {
    return await resolve(host);
  } catch {
    throw new DestinationError('unknown');
  }
}

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDestinations, type DestinationError } from '#server/posting/destinations.ts';
import { isPublicAddress } from '#server/posting/public-addresses.ts';
import { createSendRequest } from '#server/posting/send-request.ts';
import { readWebhookAddress } from '#server/posting/webhook-address.ts';

describe('addresses that requests may use', () => {
  it.each(['1.1.1.1', '162.159.128.233', '8.8.8.8', '2606:4700:4700::1111', '2a00:1450:4001:81b::200e'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    ['this host', '0.0.0.0'],
    ['private', '10.1.2.3'],
    ['private', '172.31.255.255'],
    ['private', '192.168.0.1'],
    ['carrier-grade NAT', '100.100.100.200'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['link-local, where clouds keep credentials', '169.254.169.254'],
    ['a cloud’s own service', '168.63.129.16'],
    ['protocol assignments', '192.0.0.8'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.7'],
    ['documentation', '203.0.113.9'],
    ['benchmarks', '198.19.0.1'],
    ['6to4 relay', '192.88.99.1'],
    ['multicast', '224.0.0.251'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['IPv4-mapped', '::ffff:127.0.0.1'],
    ['IPv4-mapped', '::ffff:7f00:1'],
    ['IPv4-mapped, even of a public one', '::ffff:1.1.1.1'],
    ['IPv4-compatible', '::127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['NAT64 of a network', '64:ff9b:1::a00:1'],
    ['discard', '100::1'],
    ['Teredo', '2001::1'],
    ['ORCHID', '2001:20::1'],
    ['documentation', '2001:db8::1'],
    ['6to4 of a private address', '2002:a00:1::1'],
    ['documentation', '3fff::1'],
    ['unique local', 'fd00:ec2::254'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['no address', 'localhost'],
    ['no address', ''],
  ])('%s: %s is not public', (_, address) => expect(isPublicAddress(address)).toBe(false));
});

describe('the destination of a webhook', () => {
  const names: Record<string, string[]> = {
    'public.example': ['162.159.128.233', '2606:4700::1'],
    'inside.example': ['10.0.0.5'],
    'both.example': ['162.159.128.233', '127.0.0.1'],
    'mapped.example': ['::ffff:169.254.169.254'],
    'nothing.example': [],
  };
  const asked: string[] = [];
  const resolve = async (host: string) => {
    asked.push(host);
    const found = names[host];
    if (found === undefined) throw new Error('ENOTFOUND');
    return found;
  };
  const outside = createDestinations({ hosts: [], http: false }, resolve);
  const reasonOf = (found: Promise<unknown>) =>
    found.then(
      () => 'allowed',
      (error: unknown) => (error as DestinationError).reason,
    );

  it('has all addresses of a public host', async () => {
    const { addresses } = await outside.find(new URL('https://public.example/hook'));
    expect(addresses).toEqual(names['public.example']);
  });

  it.each([
    ['http', 'http://public.example/'],
    ['another port', 'https://public.example:8443/'],
    ['a name and a password', 'https://user:word@public.example/'],
    ['a host inside', 'https://inside.example/'],
    ['a host that is also inside', 'https://both.example/'],
    ['a mapped address', 'https://mapped.example/'],
    ['an IP address inside', 'https://127.0.0.1/'],
    ['a hexadecimal one', 'https://0x7f.1/'],
    ['one number', 'https://2130706433/'],
    ['an octal one', 'https://0177.0.0.1/'],
    ['IPv6 loopback', 'https://[::1]/'],
    ['IPv4 in IPv6', 'https://[::ffff:10.0.0.1]/'],
    ['full-width digits', 'https://１２７.０.０.１/'],
  ])('is rejected for %s', async (_, address) => {
    expect(await reasonOf(outside.find(new URL(address)))).toBe('forbidden');
  });

  it('is unknown if the host has no address or cannot be looked up', async () => {
    expect(await reasonOf(outside.find(new URL('https://nothing.example/')))).toBe('unknown');
    expect(await reasonOf(outside.find(new URL('https://missing.example/')))).toBe('unknown');
  });

  it('may be internal, on any port, if the operator listed the host; http only with the other setting', async () => {
    const listed = createDestinations({ hosts: ['inside.example', '10.0.0.9:8443'], http: false }, resolve);
    expect(await reasonOf(listed.find(new URL('https://inside.example:9000/')))).toBe('allowed');
    expect(await reasonOf(listed.find(new URL('https://10.0.0.9:8443/')))).toBe('allowed');
    expect(await reasonOf(listed.find(new URL('https://10.0.0.9/')))).toBe('forbidden');
    expect(await reasonOf(listed.find(new URL('https://10.0.0.8:8443/')))).toBe('forbidden');
    expect(await reasonOf(listed.find(new URL('http://inside.example/')))).toBe('forbidden');
    const developing = createDestinations({ hosts: ['inside.example'], http: true }, resolve);
    expect(await reasonOf(developing.find(new URL('http://inside.example/')))).toBe('allowed');
    expect(await reasonOf(developing.find(new URL('http://public.example/')))).toBe('forbidden');
  });
});

describe('a request', () => {
  let server: Server;
  let port: number;
  let mode: 'redirect' | 'long' | 'stall' = 'redirect';
  const hosts: (string | undefined)[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      hosts.push(request.headers.host);
      if (mode === 'stall') return;
      if (mode === 'redirect') response.writeHead(302, { location: `http://localhost:${port}/secret` }).end();
      else response.end('x'.repeat(1_000_000));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const send = createSendRequest({ timeoutMs: 30_000 });
  const destination = () => ({
    url: new URL(`http://checked.invalid:${port}/hook`),
    addresses: ['127.0.0.1'] as const,
  });

  it('connects to the checked address, even if the name changes, and follows no redirect', async () => {
    mode = 'redirect';
    hosts.length = 0;
    const answer = await send(destination(), { method: 'POST', body: '{}' });
    expect(answer.status).toBe(302);
    expect(hosts).toEqual([`checked.invalid:${port}`]);
  });

  it('reads no more than 64 KiB', async () => {
    mode = 'long';
    expect((await send(destination(), { method: 'GET' })).text).toHaveLength(64 * 1024);
  });

  it('ends after its time limit, and with its signal', async () => {
    mode = 'stall';
    await expect(createSendRequest({ timeoutMs: 20 })(destination(), { method: 'GET' })).rejects.toThrow();
    const stopping = new AbortController();
    const sent = send(destination(), { method: 'GET', signal: stopping.signal });
    stopping.abort();
    await expect(sent).rejects.toThrow();
  });
});

describe('the address of a webhook', () => {
  const read = (text: string, listed: string[] = []) => {
    const found = readWebhookAddress(text, ({ host }) => listed.includes(host));
    return found && `${found.kind} ${found.url.href}`;
  };

  it.each([
    'https://discord.com/api/webhooks/123/AbC-_9',
    'https://discordapp.com/api/webhooks/123/AbC-_9',
    'https://canary.discord.com/api/webhooks/123/AbC-_9',
    'https://ptb.discord.com/api/v10/webhooks/123/AbC-_9',
    'https://discord.com/api/webhooks/123/AbC-_9?thread_id=456',
  ])('%s is Discord’s', (address) => expect(read(address)).toBe(`discord ${address}`));

  it('is normalized', () => {
    expect(read('https://discord.com/api/webhooks/123/AbC?wait=false&thread_id=x#top')).toBe(
      'discord https://discord.com/api/webhooks/123/AbC',
    );
  });

  it.each([
    'https://discord.com/channels/1/2',
    'https://discord.com/api/webhooks/123',
    'https://discord.gg/invite',
    'discord.com/api/webhooks/123/AbC',
    'ftp://example.org/hook',
    'javascript:alert(1)',
    'not an address',
  ])('%s is not valid', (address) => {
    expect(read(address)?.startsWith('discord') ?? false).toBe(false);
  });

  it('of another host is the user’s own; a listed host with Discord’s path speaks Discord’s protocol', () => {
    expect(read('https://example.org/hook?key=1')).toBe('web https://example.org/hook?key=1');
    expect(read('https://example.org/api/webhooks/1/a')).toBe('web https://example.org/api/webhooks/1/a');
    expect(read('http://localhost:9/api/webhooks/1/a', ['localhost:9'])).toMatch(/^discord/);
    expect(read('https://discord.com.example.org/api/webhooks/1/a')).toMatch(/^web/);
  });
});

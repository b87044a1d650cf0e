import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { createClientAddress, networkOf } from '#server/http/client-address.ts';
import { readConfig } from '#server/platform/config.ts';
import { parseTrustedProxies } from '#server/platform/trusted-proxies.ts';

async function clientOf(setting: string, peer: string | null, forwarded?: string): Promise<string> {
  const clientAddress = createClientAddress(readConfig({ TRUSTED_PROXIES: setting }).trustedProxies);
  const app = new Hono();
  app.get('/', (context) => context.text(clientAddress(context)));
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const socket = peer === null ? {} : { incoming: { socket: { remoteAddress: peer } } };
  return (await app.request('/', { headers }, socket)).text();
}

describe('the network address of a client', () => {
  it.each([
    ['without a trusted proxy the header is ignored', '', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['zero proxies are none', '0', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['one proxy: the last entry', '1', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    [
      'one proxy: what the client wrote itself is ignored',
      '1',
      '10.0.0.1',
      '6.6.6.6, 198.51.100.1',
      '198.51.100.1',
    ],
    ['two proxies: the last but one', '2', '10.0.0.1', '6.6.6.6, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['two proxies, of which one was passed by', '2', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['a trusted peer', '127.0.0.1', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['a trusted peer as IPv4 within IPv6', '127.0.0.1', '::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['a peer that is not trusted', '127.0.0.1', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    [
      'trusted entries are passed over',
      '10.0.0.0/8',
      '10.0.0.1',
      '6.6.6.6, 198.51.100.1, 10.9.9.9',
      '198.51.100.1',
    ],
    [
      'only trusted entries: the one furthest left',
      '10.0.0.0/8',
      '10.0.0.1',
      '10.1.1.1, 10.2.2.2',
      '10.1.1.1',
    ],
    ['a trusted IPv6 range', 'fd00::/8', 'fd00::1', '2001:db8::7', '2001:db8::7'],
    ['entries with ports and brackets', '1', '10.0.0.1', '[2001:DB8::7]:4711', '2001:db8::7'],
    ['an IPv4 entry with a port', '1', '10.0.0.1', '198.51.100.1:80', '198.51.100.1'],
    ['an entry that is no address: the proxy itself', '1', '10.0.0.1', 'unknown', '10.0.0.1'],
    ['an empty header', '1', '10.0.0.1', '', '10.0.0.1'],
    ['no header', '1', '10.0.0.1', undefined, '10.0.0.1'],
    ['a call from within the process', '127.0.0.1', null, '198.51.100.1', 'in-process'],
  ])('%s', async (_, setting, peer, forwarded, client) => {
    expect(await clientOf(setting, peer, forwarded)).toBe(client);
  });

  it.each([
    ['198.51.100.1', '198.51.100.1'],
    ['2001:db8::7', '2001:db8:0:0::/64'],
    ['2001:db8:0:1:ffff::1', '2001:db8:0:1::/64'],
    ['2001:0db8:0000:0001:a:b:c:d', '2001:db8:0:1::/64'],
    ['::1', '0:0:0:0::/64'],
    ['in-process', 'in-process'],
  ])('counts limits for %s as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it.each([
    '10',
    '-1',
    'proxy',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    '10.0.0',
    'fd00::/129',
    '10.0.0.1;10.0.0.2',
    '10.0.0.1,',
  ])('rejects TRUSTED_PROXIES=%s', (value) => {
    expect(parseTrustedProxies(value)).toBeNull();
    expect(() => readConfig({ TRUSTED_PROXIES: value })).toThrow(
      'TRUSTED_PROXIES must be a number of proxies from 0 to 9, or addresses and ranges such as 127.0.0.1,10.0.0.0/8.',
    );
  });
});

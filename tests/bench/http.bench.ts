import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerType, serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createTokenVerifier } from '#server/http/token-verifier.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { silentLog } from '#tests/support/database.ts';
import { createTestServer } from '#tests/support/server.ts';
import type { Figure } from './bench.ts';
import { measure } from './measure.ts';

function listen(
  fetch: (request: Request) => Response | Promise<Response>,
): Promise<{ url: string; server: ServerType }> {
  return new Promise((resolve) => {
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, () => {
      resolve({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server });
    });
  });
}

/**
 * /check-session for a signed-in user, from a database on disk, against the bare framework with the same token check;
 * three rounds in turns, the median of each.
 */
export async function benchCheckSession(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'hearthscribe-bench-'));
  const database = await openDatabase({ databaseUrl: null, dataFolder: folder, log: silentLog });
  const server = await createTestServer({ database, overrides: { checkResponses: false } });
  const user = await server.signIn();
  const session = await (await user.call('GET', '/check-session')).json();

  const verifier = createTokenVerifier(server.issuer.verifierConfig);
  const bare = new Hono();
  bare.get('/check-session', async (context) => {
    await verifier.verify((context.req.header('authorization') ?? '').slice('Bearer '.length));
    return context.json(session);
  });

  const served = [
    await listen((request) => server.fetch(request)),
    await listen((request) => bare.fetch(request)),
  ];
  const rates: number[][] = [[], []];
  for (let round = 0; round < 4; round += 1) {
    for (const [index, { url }] of served.entries()) {
      const perSecond = await measure({
        url: `${url}/check-session`,
        headers: { authorization: `Bearer ${user.token}` },
        connections: 16,
        milliseconds: round === 0 ? 500 : 2_000,
      });
      if (round > 0) rates[index]!.push(perSecond);
    }
  }
  const [ours, theirs] = rates.map((all) => all.sort((a, b) => a - b)[1]!) as [number, number];

  for (const { server: socket } of served) socket.close();
  await server.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
  return [
    {
      name: '/check-session, signed in',
      value: ours / theirs,
      unit: '×',
      peer: `bare Hono with the same token check, ${Math.round(theirs)} requests/s; ours ${Math.round(ours)}`,
    },
  ];
}

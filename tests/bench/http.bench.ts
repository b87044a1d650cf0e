import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { type ServerType, serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createTokenVerifier } from '#server/http/token-verifier.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { silentLog } from '#tests/support/database.ts';
import { noPostgresReason, startPostgres } from '#tests/support/postgres.ts';
import { createTestServer } from '#tests/support/server.ts';
import { type Figure, median } from './figure.ts';
import { measure } from './measure.ts';

const ROUNDS = 5;
const REQUESTS = 3_000;

function listen(
  fetch: (request: Request) => Response | Promise<Response>,
): Promise<{ url: string; server: ServerType }> {
  return new Promise((resolve) => {
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, () => {
      resolve({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server });
    });
  });
}

/** In turns with the bare framework: calls per second, and CPU time, which other work affects less. */
async function benchDatabase(databaseUrl: string | null, limit: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'hearthscribe-bench-'));
  const database = await openDatabase({ databaseUrl, dataFolder: folder, log: silentLog });
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
    { ...(await listen((request) => server.fetch(request))), rates: [] as number[], costs: [] as number[] },
    { ...(await listen((request) => bare.fetch(request))), rates: [] as number[], costs: [] as number[] },
  ] as const;
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { url, rates, costs } of served) {
      const before = process.cpuUsage();
      const perSecond = await measure({
        url: `${url}/check-session`,
        headers: { authorization: `Bearer ${user.token}` },
        connections: 16,
        milliseconds: Number.MAX_SAFE_INTEGER,
        requests: REQUESTS,
      });
      const { user: inUser, system } = process.cpuUsage(before);
      if (round === 0) continue;
      rates.push(perSecond);
      costs.push((inUser + system) / REQUESTS);
    }
  }
  const [ours, theirs] = served.map(({ rates, costs }) => ({ rate: median(rates), cost: median(costs) })) as [
    { rate: number; cost: number },
    { rate: number; cost: number },
  ];

  for (const { server: socket } of served) socket.close();
  await server.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
  const kind = databaseUrl === null ? 'embedded' : 'PostgreSQL';
  const peer = `bare Hono with the same token check, at least ${limit}`;
  return [
    {
      name: `/check-session, signed in, ${kind}: calls per second`,
      value: ours.rate / theirs.rate,
      unit: '×',
      peer: `${peer}; ${Math.round(ours.rate)} against ${Math.round(theirs.rate)}`,
    },
    {
      name: `/check-session, signed in, ${kind}: calls per CPU time`,
      value: theirs.cost / ours.cost,
      unit: '×',
      peer: `${peer}; ${Math.round(ours.cost)} µs against ${Math.round(theirs.cost)} µs`,
    },
  ];
}

export async function benchCheckSession(): Promise<Figure[]> {
  const figures = await benchDatabase(null, 0.1);
  if (noPostgresReason() !== null) return figures;
  const postgres = await startPostgres();
  try {
    return [...figures, ...(await benchDatabase(postgres.url, 0.2))];
  } finally {
    await postgres.stop();
  }
}

import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLog } from '#server/platform/log.ts';
import { createMetrics } from '#server/telemetry/metrics.ts';
import { type MetricsServer, serveMetrics } from '#server/telemetry/metrics-server.ts';
import { silentLog } from '#tests/support/database.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

const logged: Record<string, unknown>[] = [];
const metrics = createMetrics({ version: 'abc123', log: silentLog });
let server: TestServer;
let served: MetricsServer;
let user: TestUser;

beforeAll(async () => {
  const log = createLog('info', { write: (line) => void logged.push(JSON.parse(line)) });
  server = await createTestServer({ overrides: { telemetry: metrics, log } });
  await server.start();
  metrics.follow({ database: server.database, queue: server.queue, clock: server.clock });
  served = await serveMetrics(metrics, { host: '127.0.0.1', port: 0, log: silentLog });
  user = await server.signIn();
});
afterAll(async () => {
  await served.close();
  await server.close();
});

const ask = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${served.port}${path}`, { method });

/** Such as `hearthscribe_jobs{queue="x",state="created"}`. */
async function scrape(): Promise<Map<string, number>> {
  const text = await (await ask('/metrics')).text();
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
}

const durations = 'hearthscribe_http_request_duration_seconds';

describe('metrics', () => {
  it('answers GET /metrics in the format of Prometheus, and nothing else', async () => {
    const answer = await ask('/metrics');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    expect(await answer.text()).toContain('hearthscribe_build_info{version="abc123"} 1');
    expect([(await ask('/')).status, (await ask('/metrics', 'POST')).status]).toEqual([404, 404]);
    expect((await scrape()).get('process_cpu_seconds_total')).toBeGreaterThan(0);
  });

  it('counts calls by route and not by address, and refusals by code', async () => {
    const missing = Array.from({ length: 3 }, () => `/campaigns/${randomUUID()}`);
    for (const path of missing) expect((await user.call('GET', path)).status).toBe(404);
    for (const path of ['/no-such-page', '/nor-this']) await server.call('GET', path);
    expect((await server.call('GET', '/campaigns')).status).toBe(401);
    const series = await scrape();
    expect(series.get(`${durations}_count{route="GET /campaigns/:campaignId",outcome="4xx"}`)).toBe(3);
    expect(series.get('hearthscribe_refusals_total{code="notFound"}')).toBe(5);
    expect(series.get('hearthscribe_refusals_total{code="unauthorized"}')).toBe(1);
    const routes = new Set(
      [...series.keys()].flatMap((key) => /_count\{route="([^"]+)"/.exec(key)?.[1] ?? []),
    );
    const known = new Set([...server.app.routes.map(({ method, path }) => `${method} ${path}`), 'GET /*']);
    for (const route of routes) expect(known).toContain(route);
  });

  it('reports waiting and running jobs, and how long the oldest has been waiting', async () => {
    const depths = [
      { queue: 'analysis', state: 'created' as const, jobs: 7, oldestSeconds: 31 },
      { queue: 'analysis', state: 'active' as const, jobs: 2, oldestSeconds: 5 },
    ];
    const depth = vi.spyOn(server.queue, 'depths').mockResolvedValueOnce(depths);
    const series = await scrape();
    depth.mockRestore();
    expect(series.get('hearthscribe_jobs{queue="analysis",state="created"}')).toBe(7);
    expect(series.get('hearthscribe_oldest_job_seconds{queue="analysis",state="created"}')).toBe(31);
    expect((await scrape()).has('hearthscribe_jobs{queue="analysis",state="created"}')).toBe(false);
  });

  it('reports that the database is unreachable, and keeps responding', async () => {
    const depth = vi.spyOn(server.queue, 'depths').mockRejectedValueOnce(new Error('away'));
    const series = await scrape();
    depth.mockRestore();
    expect(series.get('hearthscribe_database_up')).toBe(0);
    expect(series.get('process_cpu_seconds_total')).toBeGreaterThan(0);
    expect((await scrape()).get('hearthscribe_database_up')).toBe(1);
  });

  it('measures each stage of an analysis and its job, whose log lines have the id of the request that started it', async () => {
    const campaign = await (await user.call('POST', '/campaigns', { title: 'Barovia' })).json();
    const session = await (await user.call('POST', `/campaigns/${campaign.id}/sessions`, {})).json();
    const text = 'Mira: We follow Strahd to the castle.\nOona: He owes us a sword.\n'.repeat(40);
    const imported = await server.app.request(`/sessions/${session.id}/transcripts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'x-file-name': 'evening.txt' },
      body: text,
    });
    expect(imported.status).toBe(201);
    const quote = await (await user.call('POST', `/sessions/${session.id}/quote`)).json();
    const started = await user.call(
      'POST',
      `/sessions/${session.id}/analyses`,
      { quoteId: quote.id, detailLevel: 'brief' },
      { 'idempotency-key': randomUUID() },
    );
    expect(started.status).toBe(201);
    const requestId = started.headers.get('x-request-id');
    const ended = await vi.waitFor(
      () => {
        const line = logged.find(({ msg }) => msg === 'analysis run ended');
        expect(line).toBeDefined();
        return line;
      },
      { timeout: 60_000 },
    );
    expect(ended).toMatchObject({ ending: 'completed', requestId });
    expect(
      logged.find(({ method, route }) => method === 'POST' && route === '/sessions/:sessionId/analyses'),
    ).toMatchObject({
      requestId,
    });

    const series = await vi.waitFor(
      async () => {
        const now = await scrape();
        expect(now.get('hearthscribe_job_duration_seconds_count{queue="analysis",outcome="done"}')).toBe(1);
        return now;
      },
      { timeout: 60_000 },
    );
    for (const stage of ['extracting', 'writing', 'verifying'])
      expect(
        series.get(`hearthscribe_analysis_stage_duration_seconds_count{stage="${stage}",outcome="done"}`),
      ).toBe(1);
  });

  it('reports a ledger that does not add up within a quarter of an hour', async () => {
    server.clock.advance(15 * 60_000);
    expect((await scrape()).get('hearthscribe_ledger_faults{check="analysis"}')).toBe(0);
    await server.database.orm.execute(sql`update reservations set amount = amount + 5`);
    server.clock.advance(14 * 60_000);
    expect((await scrape()).get('hearthscribe_ledger_faults{check="analysis"}')).toBe(0);
    server.clock.advance(60_000);
    const series = await scrape();
    expect(series.get('hearthscribe_ledger_faults{check="analysis"}')).toBe(1);
    expect(series.get('hearthscribe_ledger_faults{check="lot"}')).toBe(0);
    expect(series.get('hearthscribe_ledger_checked_timestamp_seconds')).toBe(
      server.clock.now().getTime() / 1000,
    );
  });
});

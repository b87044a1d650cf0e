import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLog } from '#server/platform/log.ts';
import { portOf } from '#server/platform/port-of.ts';
import { type OpenTelemetry, openTelemetry } from '#server/telemetry/open-telemetry.ts';
import { silentLog } from '#tests/support/database.ts';
import { freePort } from '#tests/support/postgres.ts';
import { sampleTranscriptBytes } from '#tests/support/sample-transcript.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

interface Attribute {
  key: string;
  value: { stringValue?: string };
}
interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Attribute[];
  status: { code: number };
}

const received: Span[] = [];
const resources: Attribute[] = [];
let collector: Server;
let traces: OpenTelemetry;
let server: TestServer;
let user: TestUser;

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (request.url === '/v1/traces')
      for (const { resource, scopeSpans } of JSON.parse(Buffer.concat(parts).toString()).resourceSpans) {
        resources.push(...resource.attributes);
        for (const { spans } of scopeSpans) received.push(...spans);
      }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  traces = await openTelemetry({
    metrics: null,
    tracesUrl: `http://127.0.0.1:${portOf(collector)}/`,
    role: 'web',
    version: 'abc123',
    log: silentLog,
  });
  server = await createTestServer({ overrides: { telemetry: traces } });
  await server.start();
  user = await server.signIn();
});
afterAll(async () => {
  await server.close();
  collector.close();
});

const requestIdOf = ({ attributes }: Span) =>
  attributes.find(({ key }) => key === 'hearthscribe.request_id')?.value.stringValue;

describe('traces', () => {
  it('are one for a call, the job that it queues, and the stages of the analysis; a caller’s trace is continued', async () => {
    const campaign = await (await user.call('POST', '/campaigns', { title: 'Barovia' })).json();
    const session = await (await user.call('POST', `/campaigns/${campaign.id}/sessions`, {})).json();
    await server.app.request(`/sessions/${session.id}/transcripts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'x-file-name': 'evening.txt' },
      body: sampleTranscriptBytes(),
    });
    const quote = await (await user.call('POST', `/sessions/${session.id}/quote`)).json();
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const started = await user.call(
      'POST',
      `/sessions/${session.id}/analyses`,
      { quoteId: quote.id, detailLevel: 'brief' },
      { 'idempotency-key': randomUUID(), traceparent: `00-${traceId}-b7ad6b7169203331-01` },
    );
    const { id } = await started.json();
    await vi.waitFor(
      async () => expect((await (await user.call('GET', `/analyses/${id}`)).json()).status).toBe('completed'),
      { timeout: 60_000, interval: 100 },
    );
    expect((await user.call('GET', `/campaigns/${randomUUID()}`)).status).toBe(404);
    await server.close();
    await traces.close();

    const ours = received.filter((span) => span.traceId === traceId);
    const named = (name: string) => ours.find((span) => span.name === name);
    const call = named('POST /sessions/:sessionId/analyses');
    const job = named('analysis');
    expect(call).toMatchObject({ kind: 2, parentSpanId: 'b7ad6b7169203331' });
    expect(job).toMatchObject({ kind: 5, parentSpanId: call?.spanId });
    for (const stage of ['extracting', 'writing', 'verifying'])
      expect(named(stage)).toMatchObject({ kind: 1, parentSpanId: job?.spanId });
    for (const span of ours) expect(requestIdOf(span)).toBe(started.headers.get('x-request-id'));
    expect(received.find(({ name }) => name === 'GET /campaigns/:campaignId')?.attributes).toContainEqual({
      key: 'hearthscribe.outcome',
      value: { stringValue: '4xx' },
    });
    expect(resources).toContainEqual({ key: 'service.name', value: { stringValue: 'hearthscribe' } });
    expect(resources).toContainEqual({ key: 'service.version', value: { stringValue: 'abc123' } });
  });

  it('of failed work have the status of an error, and a collector that is away is one line in the log', async () => {
    const lines: string[] = [];
    const settings = { metrics: null, role: 'worker', version: 'abc123' } as const;
    const log = createLog('warn', { write: (line) => void lines.push(JSON.parse(line).msg) });
    const away = await openTelemetry({ ...settings, tracesUrl: `http://127.0.0.1:${await freePort()}`, log });
    expect(await away.measure({ kind: 'job', name: 'lost' }, async () => 'done')).toBe('done');
    await away.close();
    expect(lines).toEqual(['The last traces could not be sent.']);

    const there = await openTelemetry({
      ...settings,
      tracesUrl: `http://127.0.0.1:${portOf(collector)}`,
      log,
    });
    await expect(
      there.measure({ kind: 'job', name: 'broken' }, async () => Promise.reject(new Error('No disk.'))),
    ).rejects.toThrow('No disk.');
    await there.close();
    expect(received.find(({ name }) => name === 'broken')?.status.code).toBe(2);
  });

  it('cost nothing without an address: no span is made and no cause is added', async () => {
    const none = await openTelemetry({
      metrics: null,
      tracesUrl: null,
      role: 'all',
      version: 'abc123',
      log: silentLog,
    });
    const before = received.length;
    expect(await none.measure({ kind: 'stage', name: 'writing' }, async () => 'done')).toBe('done');
    await none.close();
    expect(received.length).toBe(before);
  });
});

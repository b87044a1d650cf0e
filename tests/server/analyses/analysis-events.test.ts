import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AnalysisProgress } from '#contract/analyses.ts';
import { createAnalysisEvents } from '#server/analyses/analysis-events.ts';
import { createFollowAnalysis, type FollowAnalysis } from '#server/analyses/analysis-stream.ts';
import type { VerifiedIdentity } from '#server/http/token-verifier.ts';
import { createFakeNotes, createGate, presentNotes } from '#tests/support/fake-engines.ts';
import { sampleTranscriptBytes } from '#tests/support/sample-transcript.ts';
import {
  endlessLogins,
  openWorkServer,
  type TestUser,
  tokenIsUserId,
  type WorkServer,
} from '#tests/support/work-server.ts';

let server: WorkServer;
let user: TestUser;
let notes = createFakeNotes();

beforeAll(async () => {
  server = await openWorkServer({
    notes: presentNotes(() => notes),
  });
  user = await server.addUser({ credits: 1000 });
});
afterAll(() => server.close());
beforeEach(() => {
  notes = createFakeNotes();
});
const leaving: AbortController[] = [];
afterEach(() => {
  for (const controller of leaving.splice(0)) controller.abort();
});

interface SentEvent {
  id: number;
  event: string;
  data: ReturnType<typeof AnalysisProgress.parse>;
}

async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<SentEvent | string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of body) {
    rest += decoder.decode(part as Uint8Array, { stream: true });
    const blocks = rest.split('\n\n');
    rest = blocks.pop()!;
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
      const data = field('data');
      if (data === undefined) {
        yield block;
        continue;
      }
      yield {
        id: Number(field('id')),
        event: field('event')!,
        data: AnalysisProgress.parse(JSON.parse(data)),
      };
    }
  }
}

async function follow(analysisId: string, headers: Record<string, string> = {}) {
  const controller = new AbortController();
  leaving.push(controller);
  const response = await fetch(`${server.url}/analyses/${analysisId}/events`, {
    headers: { authorization: `Bearer ${user.token}`, ...headers },
    signal: controller.signal,
  });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  return eventsOf(response.body!);
}

async function direct() {
  return {
    openServer: { database: server.database, logins: endlessLogins, clock: server.clock },
    follower: await tokenIsUserId.verify(user.token),
  };
}

const streamOf = async (follow: FollowAnalysis, id: string, identity: VerifiedIdentity) => {
  const { body } = await follow(id, { userId: user.id, identity }, null, new AbortController().signal);
  return eventsOf(body!);
};

const isEvent = (part: SentEvent | string): part is SentEvent => typeof part !== 'string';

async function all(stream: AsyncGenerator<SentEvent | string>): Promise<SentEvent[]> {
  const events: SentEvent[] = [];
  for await (const part of stream) if (isEvent(part)) events.push(part);
  return events;
}

async function next(stream: AsyncGenerator<SentEvent | string>): Promise<SentEvent> {
  for (;;) {
    const { value, done } = await stream.next();
    if (done) throw new Error('The stream has ended.');
    if (isEvent(value)) return value;
  }
}

async function started() {
  const gate = createGate();
  notes.before = (_, signal) => gate.pass(signal);
  const sessionId = await server.addSession(user);
  await server.request(user, 'POST', `/sessions/${sessionId}/transcripts`, sampleTranscriptBytes());
  const quote = await server.request(user, 'POST', `/sessions/${sessionId}/quote`);
  const { body } = await server.request(
    user,
    'POST',
    `/sessions/${sessionId}/analyses`,
    { quoteId: quote.body.id, detailLevel: 'brief' },
    { 'idempotency-key': `events-${sessionId}` },
  );
  await gate.arrived;
  return { id: body.id as string, gate };
}

describe('following an analysis', () => {
  it('starts with the current state, sends each change with an increasing id, and ends after the last one', async () => {
    const { id, gate } = await started();
    const stream = await follow(id);
    const first = await next(stream);
    expect(first).toMatchObject({ event: 'progress', data: { id, status: 'extracting' } });
    gate.open();
    const later = await all(stream);
    expect(later.at(-1)!.data).toMatchObject({ status: 'completed', progress: 1, error: null });
    const ids = [first, ...later].map((event) => event.id);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
    const shares = [first, ...later].map((event) => event.data.progress);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
  });

  it('resumes after Last-Event-ID without duplicates', async () => {
    const { id, gate } = await started();
    const first = await next(await follow(id));
    const again = await follow(id, { 'last-event-id': String(first.id) });
    gate.open();
    const later = await all(again);
    expect(later[0]!.id).toBeGreaterThan(first.id);
    expect(later.at(-1)!.data.status).toBe('completed');
    const afterwards = await all(await follow(id, { 'last-event-id': String(later.at(-1)!.id) }));
    expect(afterwards.map((event) => event.data.status)).toEqual(['completed']);
  });

  it('sends many followers the same events; one that leaves does not affect others', async () => {
    const { id, gate } = await started();
    const streams = await Promise.all(Array.from({ length: 10 }, () => follow(id)));
    await Promise.all(streams.map(next));
    leaving.at(-1)!.abort();
    gate.open();
    const endings = await Promise.all(streams.slice(0, -1).map(all));
    expect(endings.map((events) => events.at(-1)!.data.status)).toEqual(Array(9).fill('completed'));
    await expect(all(streams.at(-1)!)).rejects.toThrow();
  });

  it('sends a cancellation and a failure, and ends', async () => {
    const { id } = await started();
    const stream = await follow(id);
    await server.request(user, 'POST', `/analyses/${id}/cancel`);
    expect((await all(stream)).at(-1)!.data.status).toBe('cancelled');

    const failing = await started();
    const other = await follow(failing.id);
    await next(other);
    notes.before = async () => {
      throw new Error('out of words');
    };
    failing.gate.open();
    expect((await all(other)).at(-1)!.data).toMatchObject({
      status: 'failed',
      error: { stage: 'extracting', code: 'stopped', retryable: true },
    });
  });

  it('ends when its token expires, and resumes with a new one', async () => {
    const { id, gate } = await started();
    const { openServer, follower } = await direct();
    const events = createAnalysisEvents(server.database);
    await events.start();
    const open = createFollowAnalysis({ ...openServer, events, heartbeatMs: 5, most: 9 });
    const now = openServer.clock.now().getTime();
    const until = (expiresAt: number) => ({ ...follower, expiresAt: new Date(expiresAt) });
    await all(await streamOf(open, id, until(now)));
    expect((await next(await streamOf(open, id, until(now + 1)))).data.status).toBe('extracting');
    await events.stop();
    gate.open();
    await all(await follow(id));
  });

  it('comments keep a quiet stream open', async () => {
    const { id, gate } = await started();
    const { openServer, follower } = await direct();
    const events = createAnalysisEvents(server.database);
    await events.start();
    const open = createFollowAnalysis({ ...openServer, events, heartbeatMs: 5, most: 9 });
    const stream = await streamOf(open, id, follower);
    let comments = 0;
    for await (const part of stream) {
      if (part === ': still here') comments += 1;
      if (comments === 3) break;
    }
    await events.stop();
    gate.open();
    await all(await follow(id));
  });

  it('ends when the server stops, so that followers do not delay the stop', async () => {
    const { id, gate } = await started();
    const { openServer, follower } = await direct();
    const events = createAnalysisEvents(server.database);
    await events.start();
    const open = createFollowAnalysis({ ...openServer, events, most: 9 });
    const stream = await streamOf(open, id, follower);
    await next(stream);
    await events.stop();
    expect(await all(stream)).toEqual([]);
    const late = await all(await streamOf(open, id, follower));
    expect(late).toEqual([]);
    gate.open();
    await all(await follow(id));
  });
});

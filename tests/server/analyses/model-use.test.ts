import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { campaignKnowledge } from '#server/analyses/campaign-knowledge.ts';
import {
  costOf,
  expectedByStage,
  measuredWriting,
  recentModelUse,
  spentOn,
} from '#server/analyses/model-use.ts';
import { analyses, modelUse } from '#server/analyses/tables.ts';
import { createEndpointNotesEngine } from '#server/engines/notes/endpoint/engine.ts';
import type { NotesEngine } from '#server/engines/notes/port.ts';
import { createThreads } from '#server/engines/threads/threads.ts';
import { transcripts } from '#server/recordings/tables.ts';
import { type ChatServer, honestAnswer, startChatServer } from '#tests/support/chat-server.ts';
import { presentNotes } from '#tests/support/fake-engines.ts';
import { asText } from '#tests/support/sessions.ts';
import { longSession } from '#tests/support/small-session.ts';
import { openWorkServer, type TestUser, type WorkServer } from '#tests/support/work-server.ts';

let server: WorkServer;
let user: TestUser;
let chat: ChatServer;
let notes: NotesEngine;
beforeAll(async () => {
  chat = await startChatServer({ models: [{ name: 'scribe', contextTokens: 131_072 }] });
  server = await openWorkServer({
    notes: presentNotes(() => ({ engine: notes })),
    clock: { now: () => new Date(), advance: () => undefined },
  });
});
afterAll(async () => {
  await server.close();
  await chat.close();
});
beforeEach(async () => {
  user = await server.addUser({ credits: 10_000 });
  chat.requests.length = 0;
  chat.answer = honestAnswer;
  notes = createEndpointNotesEngine({ url: chat.url, model: null, sleep: async () => {}, concurrency: 1 });
});

async function sessionWithTranscript(words: number): Promise<string> {
  const sessionId = await server.addSession(user);
  const turns = longSession(words).map(({ speaker, text }) => ({ speaker: speaker ?? 'Dana', text }));
  const bytes = new TextEncoder().encode(asText(turns));
  expect((await server.request(user, 'POST', `/sessions/${sessionId}/transcripts`, bytes)).status).toBe(201);
  return sessionId;
}

async function analyze(sessionId: string): Promise<string> {
  const quote = await server.request(user, 'POST', `/sessions/${sessionId}/quote`);
  const body = { quoteId: quote.body.id, detailLevel: 'comprehensive' };
  const { body: started } = await server.request(user, 'POST', `/sessions/${sessionId}/analyses`, body, {
    'idempotency-key': `start-${quote.body.id}`,
  });
  return started.id;
}

const ended = (id: string) =>
  vi.waitFor(
    async () => {
      const { body } = await server.request(user, 'GET', `/analyses/${id}`);
      expect(['completed', 'failed']).toContain(body.status);
      return body;
    },
    { timeout: 50_000, interval: 100 },
  );

const used = async (analysisId: string, prices = { input: 0, output: 0 }) =>
  (await recentModelUse(server.database, server.clock, prices)).analyses.find(
    (use) => use.analysisId === analysisId,
  );

it('stores the calls, tokens, time and cost of an analysis', async () => {
  const id = await analyze(await sessionWithTranscript(3000));
  expect(await ended(id)).toMatchObject({ status: 'completed' });
  const use = (await used(id, { input: 0.15, output: 0.6 }))!;
  expect(use).toMatchObject({ model: 'scribe', calls: chat.requests.length });
  expect(use.inputTokens).toBeGreaterThan(4000);
  expect(use.outputTokens).toBeGreaterThan(500);
  expect(use.cost).toBeCloseTo((use.inputTokens * 0.15 + use.outputTokens * 0.6) / 1e6, 10);
  expect(
    costOf({ inputTokens: 2_000_000, outputTokens: 1_000_000 }, { input: 0.15, output: 0.6 }),
  ).toBeCloseTo(0.9);
});

it('includes a failed attempt, and counts repeated calls only once', async () => {
  const sessionId = await sessionWithTranscript(30_000);
  chat.answer = (request) => (request.number < 3 ? honestAnswer(request) : { status: 500 });
  const id = await analyze(sessionId);
  expect(await ended(id)).toMatchObject({ status: 'failed' });
  const before = (await used(id))!;
  expect(before.calls).toBe(3);
  chat.answer = honestAnswer;
  chat.requests.length = 0;
  await server.request(user, 'POST', `/analyses/${id}/retry`);
  expect(await ended(id)).toMatchObject({ status: 'completed' });
  expect((await used(id))!.calls).toBe(3 + chat.requests.length);
});

it('[D16] knows by the parts that were read about as much of a whole evening as by one that was written', async () => {
  notes = createEndpointNotesEngine({
    url: chat.url,
    model: 'scribe',
    sleep: async () => {},
    concurrency: 1,
  });
  const id = await analyze(await sessionWithTranscript(30_000));
  expect(await ended(id)).toMatchObject({ status: 'completed' });
  const { orm } = server.database;
  const [words] = await orm
    .select({ read: modelUse.words, all: transcripts.wordCount })
    .from(modelUse)
    .innerJoin(analyses, eq(analyses.id, modelUse.analysisId))
    .innerJoin(transcripts, eq(transcripts.id, analyses.transcriptId))
    .where(and(eq(modelUse.analysisId, id), eq(modelUse.stage, 'extracting')));
  expect(words?.read).toBe(words?.all);
  const byEvening = (await measuredWriting(orm, notes.id))!;
  expect(byEvening.on).toEqual({ what: 'evenings', count: 1 });
  await orm.update(analyses).set({ status: 'failed' }).where(eq(analyses.id, id));
  const byParts = (await measuredWriting(orm, notes.id))!;
  expect(byParts.on).toEqual({ what: 'parts' });
  for (const kind of ['inputTokens', 'outputTokens'] as const) {
    expect(byParts[kind] / byEvening[kind]).toBeGreaterThan(0.8);
    expect(byParts[kind] / byEvening[kind]).toBeLessThan(1.25);
  }
});

it('[D16] counts for a model only what it read itself, and no evening that another began', async () => {
  notes = createEndpointNotesEngine({
    url: chat.url,
    model: 'scribe',
    sleep: async () => {},
    concurrency: 1,
  });
  const id = await analyze(await sessionWithTranscript(3000));
  expect(await ended(id)).toMatchObject({ status: 'completed' });
  const { orm } = server.database;
  await orm.update(analyses).set({ notesEngine: 'endpoint sage' }).where(eq(analyses.id, id));
  expect(await measuredWriting(orm, 'endpoint sage')).toBeNull();
  const row = { analysisId: id, stage: 'extracting' as const, model: 'sage:latest', lastUsedAt: new Date() };
  const use = { calls: 1, inputTokens: 900, outputTokens: 300, milliseconds: 1, words: 1000 };
  await orm.insert(modelUse).values({ ...row, ...use });
  expect(await measuredWriting(orm, 'endpoint sage')).toMatchObject({
    inputTokens: expect.closeTo(1200),
    outputTokens: expect.closeTo(400),
    on: { what: 'parts' },
  });
});

it('[D16] measures once in each stage by whole evenings, and not at all where calls cost nothing', async () => {
  notes = createEndpointNotesEngine({
    url: chat.url,
    model: 'scribe',
    sleep: async () => {},
    concurrency: 1,
  });
  const id = await analyze(await sessionWithTranscript(3000));
  expect(await ended(id)).toMatchObject({ status: 'completed' });
  const { orm } = server.database;
  const [row] = await orm.select().from(analyses).where(eq(analyses.id, id));
  const running = { ...row!, status: 'extracting' as const };
  const select = vi.spyOn(orm, 'select');
  try {
    expect(await spentOn(orm, running, { input: 0, output: 0 })).toBeNull();
    expect(select).not.toHaveBeenCalled();
    const expected = expectedByStage();
    const spent = () => spentOn(orm, running, { input: 1, output: 2 }, expected);
    const first = await spent();
    expect(first?.expected).toBeGreaterThan(0);
    select.mockClear();
    expect(await spent()).toEqual(first);
    expect(select).toHaveBeenCalledTimes(1);
    await spentOn(orm, { ...running, status: 'writing' }, { input: 1, output: 2 }, expected);
    expect(select.mock.calls.length).toBeGreaterThan(2);
  } finally {
    select.mockRestore();
  }
});

it('counts in a thread, as on the server', async () => {
  const threads = createThreads({ analysesAtOnce: 1 });
  notes = threads.notes({ url: chat.url, key: null, model: 'scribe' });
  try {
    const id = await analyze(await sessionWithTranscript(3000));
    expect(await ended(id)).toMatchObject({ status: 'completed' });
    expect(await used(id)).toMatchObject({ model: 'scribe', calls: chat.requests.length });
  } finally {
    await threads.close();
  }
});

it('gives the model the recap of the previous session, and of no other', async () => {
  const first = await sessionWithTranscript(2000);
  expect((await campaignKnowledge(server.database, first)).storySoFar).toBeNull();
  await ended(await analyze(first));
  const second = await sessionWithTranscript(2000);
  const { storySoFar } = await campaignKnowledge(server.database, second);
  expect(storySoFar).toContain('Oldmere');
  chat.requests.length = 0;
  await ended(await analyze(second));
  expect(chat.requests[0]!.user).toMatch(
    /The last session, for names and context only:\n<earlier>\n.*Oldmere.*\n<\/earlier>/,
  );
  expect((await campaignKnowledge(server.database, first)).storySoFar).toBeNull();
  const stranger = await server.addUser();
  const elsewhere = await server.addSession(stranger);
  expect((await campaignKnowledge(server.database, elsewhere)).storySoFar).toBeNull();
});

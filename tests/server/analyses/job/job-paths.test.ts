import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type StateValue, toPromise } from 'xstate';
import { allTransitions } from '#flows/transitions.ts';
import { analysisJobMachine } from '#machines/analysis-job/analysis-job.machine.ts';
import { analysisJobStages } from '#machines/analysis-job/stages.ts';
import { analysisJob } from '#server/analyses/analyses.ts';
import { analysisJobRetries } from '#server/analyses/job/analysis-runner.ts';
import { SpeechUnavailable } from '#server/engines/speech/port.ts';
import { createThreads } from '#server/engines/threads/threads.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Job, JobQueue } from '#server/platform/job-queue.ts';
import { writeAudio } from '#tests/support/audio.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import {
  createFakeNotes,
  createFakeSpeech,
  createFakeVoices,
  presentNotes,
  presentSpeech,
} from '#tests/support/fake-engines.ts';
import { sampleTranscriptBytes } from '#tests/support/sample-transcript.ts';
import { encodeTones } from '#tests/support/tone-code.ts';
import { tusHeaders } from '#tests/support/tus-headers.ts';
import { openWorkServer, type TestUser, type WorkServer } from '#tests/support/work-server.ts';
import { watchFlow } from '#tests/web/paths/controlled-actors.ts';

function createHeldQueue() {
  const handlers = new Map<string, (job: Job<never>) => Promise<void>>();
  const waiting: { name: string; data: object }[] = [];
  const queue: JobQueue = {
    work: (name, handler) => void handlers.set(name, handler),
    every: () => undefined,
    start: async () => undefined,
    async send(_, name, data) {
      waiting.push({ name, data });
      return name;
    },
    unfinished: async () => [],
    ahead: async () => ({ waiting: [], running: [] }),
    depths: async () => [],
    stop: async () => undefined,
  };
  return {
    queue,
    async run(name: string, attempt: number): Promise<void> {
      const { data } = waiting.findLast((job) => job.name === name)!;
      const { signal } = new AbortController();
      await handlers.get(name)!({ id: name, data: data as never, version: 1, signal, attempt });
    },
  };
}

const watch = watchFlow(analysisJobMachine.id);
const jobs = createHeldQueue();
const taken = new Set<string>();
const stages = analysisJobStages.slice(1).map(({ name }) => name);

let obstacle: { in: StateValue; meet: () => Promise<unknown> } | null = null;

function withObstacles(database: Database): Database {
  return Object.assign(Object.create(database) as Database, {
    transaction: async (work: Parameters<Database['transaction']>[0]) => {
      if (obstacle !== null && watch.flow().getSnapshot().matches(obstacle.in)) {
        const { meet } = obstacle;
        obstacle = null;
        await meet();
      }
      return database.transaction(work);
    },
  });
}

let server: WorkServer;
let user: TestUser;
let recording: Buffer;
let speech = createFakeSpeech();
let notes = createFakeNotes();
let isVerifyingBroken = false;

beforeAll(async () => {
  const { samples } = encodeTones('one two three four five. six seven eight.');
  recording = await readFile(await writeAudio(join(tmpdir(), 'hearthscribe-job-paths'), 'a', samples, 'wav'));
  const threads = createThreads({ analysesAtOnce: 1 });
  const { verify } = threads;
  threads.verify = (...given) =>
    isVerifyingBroken ? Promise.reject(new Error('The thread died.')) : verify(...given);
  server = await openWorkServer({
    database: withObstacles(await openTestDatabase()),
    speech: presentSpeech(() => speech),
    notes: presentNotes(() => notes),
    voices: createFakeVoices().engine,
    threads,
    queue: jobs.queue,
    inspect: watch.inspect,
  });
  user = await server.addUser({ credits: 1000 });
});
afterAll(() => server.close());
beforeEach(() => {
  speech = createFakeSpeech();
  notes = createFakeNotes();
  isVerifyingBroken = false;
});

const post = async <const Path extends string>(
  path: Path,
  body?: unknown,
  headers?: Record<string, string>,
) => {
  const answer = await server.request(user, 'POST', path, body, headers);
  expect(answer.status, path).toBeLessThan(300);
  return answer.body;
};

async function sessionWithRecording(): Promise<string> {
  const sessionId = await server.addSession(user);
  const wanted = { fileName: 'a.wav', sizeBytes: recording.length, fingerprint: 'print' };
  const { tusUrl } = await post(`/sessions/${sessionId}/uploads`, wanted);
  const sent = await server.request(user, 'PATCH', tusUrl, new Uint8Array(recording), tusHeaders());
  expect(sent.status).toBe(204);
  await jobs.run('verify-upload', 0);
  return sessionId;
}

async function start(sessionId: string): Promise<string> {
  const quote = await post(`/sessions/${sessionId}/quote`);
  const terms = { quoteId: quote.id, detailLevel: 'brief' };
  return (await post(`/sessions/${sessionId}/analyses`, terms, { 'idempotency-key': quote.id })).id;
}

async function run(analysisId: string, attempt = 0): Promise<string> {
  await jobs.run(analysisJob, attempt).catch(() => undefined);
  for (const id of watch.takeIds()) taken.add(id);
  return (await server.request(user, 'GET', `/analyses/${analysisId}`)).body.status;
}

it('[D8] a failed record costs no finished work, at any stage', async () => {
  const id = await start(await sessionWithRecording());
  const refuse = (state: StateValue) => {
    obstacle = { in: state, meet: () => Promise.reject(new Error('The disk is full.')) };
  };
  for (const [index, stage] of stages.entries()) {
    refuse(stage);
    expect(await run(id)).toBe(stages[index - 1] ?? 'queued');
  }
  refuse('completing');
  expect(await run(id)).toBe('verifying');
  expect(await run(id)).toBe('completed');
});

it('[D8] resumes a failed stage after a retry, and records a failure later if it could not be stored', async () => {
  speech.speaker = 'speaker-1';
  const id = await start(await sessionWithRecording());
  const fails = () => Promise.reject(new Error('out of order'));
  const ending = async () => {
    expect(await run(id)).toBe('failed');
    const { error } = (await server.request(user, 'GET', `/analyses/${id}`)).body;
    await post(`/analyses/${id}/retry`);
    return error.stage;
  };
  speech.prepare = () => Promise.reject(new SpeechUnavailable('The speech service is away.'));
  obstacle = { in: 'failing', meet: fails };
  expect(await run(id)).toBe('preparing');
  expect(await ending()).toBe('preparing');
  speech.prepare = async () => undefined;
  speech.before = fails;
  expect(await ending()).toBe('transcribing');
  speech.before = async () => undefined;
  notes.before = fails;
  expect(await ending()).toBe('extracting');
  notes.before = async (step) => (step === 'write' ? fails() : undefined);
  expect(await ending()).toBe('writing');
  notes.before = async () => undefined;
  isVerifyingBroken = true;
  expect(await ending()).toBe('verifying');
  isVerifyingBroken = false;
  expect(await run(id)).toBe('completed');
});

it('[D8] ends as stopped, free of charge, when the queue has no attempts left', async () => {
  const id = await start(await sessionWithRecording());
  obstacle = { in: 'completing', meet: () => Promise.reject(new Error('The disk is full.')) };
  expect(await run(id, analysisJobRetries - 1)).toBe('verifying');
  obstacle = { in: 'completing', meet: () => Promise.reject(new Error('The disk is full.')) };
  expect(await run(id, analysisJobRetries)).toBe('failed');
  const { error, chargedCredits } = (await server.request(user, 'GET', `/analyses/${id}`)).body;
  expect([error.code, error.stage, chargedCredits]).toEqual(['stopped', 'verifying', 0]);
});

it('[D8] ends even if its first attempt to store that fails', async () => {
  const id = await start(await sessionWithRecording());
  const full = () => Promise.reject(new Error('The disk is full.'));
  obstacle = {
    in: 'completing',
    meet: () => {
      obstacle = { in: 'givingUp', meet: full };
      return full();
    },
  };
  expect(await run(id, analysisJobRetries)).toBe('failed');
});

it('[D8] waits on a full disk, also on its last attempt, and goes on with room', async () => {
  const id = await start(await sessionWithRecording());
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  obstacle = { in: 'extracting', meet: () => Promise.reject(full) };
  expect(await run(id, analysisJobRetries)).toBe('completed');
});

it.each(
  analysisJobStages.filter((stage) => stage.cancellable && stage.name !== 'queued').map(({ name }) => name),
)('[D1] ends a job that is cancelled while %s', async (stage) => {
  const id = await start(await sessionWithRecording());
  obstacle = {
    in: stage,
    async meet() {
      await post(`/analyses/${id}/cancel`);
      await toPromise(watch.flow());
    },
  };
  expect(await run(id)).toBe('cancelled');
});

it('[D8] does not transcribe an existing transcript', async () => {
  const sessionId = await server.addSession(user);
  await post(`/sessions/${sessionId}/transcripts`, sampleTranscriptBytes());
  expect(await run(await start(sessionId))).toBe('completed');
  expect(speech.heard).toEqual([]);
});

it('[D8] tries again to tell voices apart on an existing transcript', async () => {
  const sessionId = await sessionWithRecording();
  expect(await run(await start(sessionId))).toBe('completed');
  const { length } = speech.heard;
  const again = await start(sessionId);
  expect(await run(again)).toBe('completed');
  const { body } = await server.request(user, 'GET', `/analyses/${again}`);
  expect(body.stages?.slice(0, 3)).toEqual(['queued', 'diarizing', 'extracting']);
  expect(speech.heard).toHaveLength(length);
});

it('the server takes every transition of the chart', () => {
  const missing = allTransitions(analysisJobMachine).filter(({ id }) => !taken.has(id));
  expect(missing.map(({ id }) => id)).toEqual([]);
});

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { analyses } from '#server/analyses/tables.ts';
import type { NotesEngine } from '#server/engines/notes/port.ts';
import type { SpeechEngine } from '#server/engines/speech/port.ts';
import type { VoicesEngine } from '#server/engines/voices/port.ts';
import { audioAssets, uploads } from '#server/recordings/tables.ts';
import { writeAudio } from '#tests/support/audio.ts';
import type { ChatServer } from '#tests/support/chat-server.ts';
import { createFakeVoices, presentNotes } from '#tests/support/fake-engines.ts';
import { createTestServer } from '#tests/support/server.ts';
import { asText } from '#tests/support/sessions.ts';
import { longSession } from '#tests/support/small-session.ts';
import { createTimers } from '#tests/support/timers.ts';
import { encodeTones } from '#tests/support/tone-code.ts';
import type { ToneSpeechServer } from '#tests/support/tone-speech-server.ts';
import { sayToyWords, toyWords, writeToyModel } from '#tests/support/toy-speech-model.ts';
import { toyVoices, writeToyVoices } from '#tests/support/toy-voices.ts';
import { tusHeaders } from '#tests/support/tus-headers.ts';

/** A piece for each sentence: one is less than half of them, two are more. */
const SPOKEN = 'keep the key. open the door. see the bell.';

export interface Staged {
  sessionId: string;
  lift(): Promise<void> | void;
  done?: () => string[];
  expectedWaits?: number[];
  progress?: () => string[];
  /** In the transcript. */
  speakers?: number;
  close?: () => Promise<void> | undefined;
}

export type FaultBench = Awaited<ReturnType<typeof openFaultBench>>;

/** One server for all faults; each fault sets the engines that it uses. */
export async function openFaultBench() {
  const folder = await mkdtemp(join(tmpdir(), 'hearthscribe-faults-'));
  const recorded = async (name: string, samples: Int16Array) =>
    readFile(await writeAudio(folder, name, samples, 'flac'));
  const hum = Int16Array.from({ length: 16_000 * 4 }, (_, at) => 2000 * Math.sin(at / 40));
  await Promise.all([writeToyModel(join(folder, 'toy')), writeToyVoices(join(folder, 'toy-voices'))]);

  const missing = () => {
    throw new Error('The fault has not set this engine.');
  };
  const engines: {
    notes: NotesEngine | null;
    speech: SpeechEngine | null;
    chat: ChatServer | null;
    ears: ToneSpeechServer | null;
    voices: VoicesEngine | null;
  } = { notes: null, speech: null, chat: null, ears: null, voices: null };
  const deaf = createFakeVoices().engine;
  const voices = () => engines.voices ?? deaf;

  const server = await createTestServer({
    config: { welcomeCredits: 100_000, freeAnalyses: 0 },
    overrides: {
      engines: {
        speech: {
          id: 'present',
          maxChunkSeconds: 4,
          concurrency: 1,
          get languages() {
            return bench.speech.languages ?? ['en'];
          },
          prepare: (options) => bench.speech.prepare(options),
          hear: (chunk, options) => bench.speech.hear(chunk, options),
          close: async () => undefined,
        },
        notes: presentNotes(() => ({ engine: bench.notes })),
        voices: {
          id: 'present',
          prepare: (options) => voices().prepare(options),
          spans: (samples, options) => voices().spans(samples, options),
          prints: (parts, options) => voices().prints(parts, options),
          link: (spans, options) => voices().link(spans, options),
          close: async () => undefined,
        },
      },
    },
  });
  await server.start();
  const user = await server.signIn();
  const { orm } = server.database;
  const uploadOf = new Map<Buffer, string>();

  async function json(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
    const answer = await user.call(method, path, body, headers);
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
  }

  /** Asks the database, which takes much less work than a call. */
  async function reach(table: typeof analyses | typeof uploads, id: string, statuses: readonly string[]) {
    await vi.waitFor(
      async () => {
        const [row] = await orm.select({ status: table.status }).from(table).where(eq(table.id, id));
        expect(statuses).toContain(row?.status);
      },
      { timeout: 250_000, interval: 50 },
    );
  }

  async function newSession(language = 'en'): Promise<string> {
    const campaign = await json('POST', '/campaigns', { title: 'The Lantern Coast', language });
    return (await json('POST', `/campaigns/${campaign.body.id}/sessions`, {})).body.id;
  }

  async function uploaded(sessionId: string, bytes: Buffer): Promise<string> {
    const wanted = { fileName: 'evening.flac', sizeBytes: bytes.length, fingerprint: 'print' };
    const upload = (await json('POST', `/sessions/${sessionId}/uploads`, wanted)).body;
    await server.app.request(upload.tusUrl, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${user.token}`,
        ...tusHeaders(),
      },
      body: new Uint8Array(bytes),
    });
    await reach(uploads, upload.id, ['ready']);
    return upload.id;
  }

  const bench = {
    get notes(): NotesEngine {
      return engines.notes ?? missing();
    },
    set notes(engine) {
      engines.notes = engine;
    },
    get speech(): SpeechEngine {
      return engines.speech ?? missing();
    },
    set speech(engine) {
      engines.speech = engine;
    },
    get chat(): ChatServer {
      return engines.chat ?? missing();
    },
    set chat(started) {
      engines.chat = started;
    },
    set voices(engine: VoicesEngine) {
      engines.voices = engine;
    },
    get ears(): ToneSpeechServer {
      return engines.ears ?? missing();
    },
    set ears(started) {
      engines.ears = started;
    },
    folder,
    recording: await recorded('words', encodeTones(SPOKEN).samples),
    silence: await recorded('silence', new Int16Array(16_000 * 4)),
    music: await recorded('music', hum),
    twoVoices: await recorded('two-voices', toyVoices([0, 1, 0, 1].map((voice) => ({ voice, seconds: 2 })))),
    toyWords: await recorded('toy-words', sayToyWords(toyWords(12))),
    timers: createTimers(),
    waits: [] as number[],
    sleep: async (milliseconds: number) => void bench.waits.push(milliseconds),
    json,
    credits: async () => (await json('GET', '/check-session')).body.userCreditBalance as number,

    /** Each recording is uploaded once; after that it moves to the new session. */
    async sessionWithRecording(bytes: Buffer, language?: string): Promise<string> {
      const sessionId = await newSession(language);
      const known = uploadOf.get(bytes);
      if (known === undefined) uploadOf.set(bytes, await uploaded(sessionId, bytes));
      else await orm.update(audioAssets).set({ sessionId }).where(eq(audioAssets.uploadId, known));
      return sessionId;
    },

    async sessionWithTranscript(given: number | { speaker: string; text: string }[]): Promise<string> {
      const sessionId = await newSession();
      const turns =
        typeof given === 'number'
          ? longSession(given).map(({ speaker, text }) => ({ speaker: speaker ?? 'Dana', text }))
          : given;
      const answer = await server.app.request(`/sessions/${sessionId}/transcripts?fileName=evening.txt`, {
        method: 'POST',
        headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
        body: asText(turns),
      });
      expect(answer.status, await answer.clone().text()).toBeLessThan(300);
      return sessionId;
    },

    async start(sessionId: string): Promise<string> {
      const quote = (await json('POST', `/sessions/${sessionId}/quote`)).body;
      const writer = bench.notes.kind === 'highlights' ? 'page' : undefined;
      const body = { quoteId: quote.id, detailLevel: 'comprehensive', writer };
      const answer = await json('POST', `/sessions/${sessionId}/analyses`, body, {
        'idempotency-key': `start-${quote.id}`,
      });
      expect(answer.status).toBe(201);
      return answer.body.id;
    },

    async ended(analysisId: string) {
      await reach(analyses, analysisId, ['completed', 'failed', 'cancelled']);
      return (await json('GET', `/analyses/${analysisId}`)).body;
    },

    /** After each fault. */
    async clear() {
      await engines.chat?.close();
      await engines.ears?.close();
      await engines.speech?.close();
      await engines.voices?.close();
      Object.assign(engines, { notes: null, speech: null, chat: null, ears: null, voices: null });
      bench.timers = createTimers();
      bench.waits = [];
    },

    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return bench;
}

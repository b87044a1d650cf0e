import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';
import { writeAudio } from '#tests/support/audio.ts';
import { silentLog } from '#tests/support/database.ts';
import {
  createFakeNotes,
  createFakeSpeech,
  createFakeVoices,
  presentNotes,
  presentSpeech,
} from '#tests/support/fake-engines.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';
import { encodeTones } from '#tests/support/tone-code.ts';
import { tusHeaders } from '#tests/support/tus-headers.ts';

/** What the tests of a file see and change: renewed before each. */
interface Engines {
  speech: ReturnType<typeof createFakeSpeech>;
  notes: ReturnType<typeof createFakeNotes>;
  voices: ReturnType<typeof createFakeVoices>;
  hears: boolean;
}

interface HearingServer {
  server: TestServer;
  user: TestUser;
  recording: Buffer;
  silence: Buffer;
  /** By how many voices: the same words, as loud as no other. */
  evenings: Map<number, Buffer>;
}

/** A server of the whole file with engines of speech, voices and notes that tests direct, a user, and recordings for it. */
export function createHearingServer() {
  const at = { evenings: new Map() } as HearingServer;
  const newEngines = (): Engines => ({
    speech: createFakeSpeech(),
    notes: createFakeNotes(),
    voices: createFakeVoices(),
    hears: true,
  });
  const engines = newEngines();
  const warn = vi.fn<(facts: { code?: string }) => void>();
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hearthscribe-speech-'));
    const words = encodeTones('one two three four five. six seven eight. nine ten eleven twelve. thirteen.');
    at.recording = await readFile(await writeAudio(folder, 'words', words.samples, 'mp3-64k'));
    for (const count of [2, 3]) {
      const samples = words.samples.map((sample) => sample / count);
      at.evenings.set(count, await readFile(await writeAudio(folder, `evening-${count}`, samples, 'flac')));
    }
    at.silence = await readFile(await writeAudio(folder, 'silence', new Int16Array(16_000 * 8), 'flac'));
    at.server = await createTestServer({
      config: { welcomeCredits: 1000, freeAnalyses: 0 },
      overrides: {
        log: Object.assign(Object.create(silentLog), { warn }),
        canHear: async () => engines.hears,
        engines: {
          speech: presentSpeech(() => engines.speech),
          notes: presentNotes(() => engines.notes),
          voices: {
            id: 'fake voices',
            prepare: (options) => engines.voices.engine.prepare(options),
            spans: (samples, options) => engines.voices.engine.spans(samples, options),
            prints: (parts, options) => engines.voices.engine.prints(parts, options),
            link: (spans, options) => engines.voices.engine.link(spans, options),
            close: async () => undefined,
          },
        },
      },
    });
    await at.server.start();
    at.user = await at.server.signIn();
  });
  afterAll(async () => {
    await at.server.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(() => void Object.assign(engines, newEngines()));

  const json = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
    const answer = await at.user.call(method, path, body, headers);
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
  };

  async function newSession(): Promise<string> {
    const campaign = await json('POST', '/campaigns', { title: 'The Lantern Coast' });
    return (await json('POST', `/campaigns/${campaign.body.id}/sessions`, {})).body.id;
  }

  const waitFor = (path: string, ...statuses: string[]) =>
    vi.waitFor(
      async () => {
        const { body } = await json('GET', path);
        expect(statuses).toContain(body.status);
        return body;
      },
      { timeout: 50_000, interval: 100 },
    );

  async function sessionWith(bytes: Buffer, known?: string): Promise<string> {
    const sessionId = known ?? (await newSession());
    const wanted = { fileName: 'evening.mp3', sizeBytes: bytes.length, fingerprint: 'print' };
    const upload = (await json('POST', `/sessions/${sessionId}/uploads`, wanted)).body;
    const sent = await at.server.app.request(upload.tusUrl, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${at.user.token}`,
        ...tusHeaders(),
      },
      body: new Uint8Array(bytes),
    });
    expect(sent.status).toBe(204);
    expect((await waitFor(`/uploads/${upload.id}`, 'ready', 'rejected')).status).toBe('ready');
    return sessionId;
  }

  async function start(sessionId: string, meanwhile = async () => {}, people?: number): Promise<string> {
    const quote = (await json('POST', `/sessions/${sessionId}/quote`)).body;
    await meanwhile();
    const body = { quoteId: quote.id, detailLevel: 'brief', people };
    const key = { 'idempotency-key': `start-${quote.id}` };
    const answer = await json('POST', `/sessions/${sessionId}/analyses`, body, key);
    expect(answer.status).toBe(201);
    return answer.body.id;
  }

  const ended = (id: string) => waitFor(`/analyses/${id}`, 'completed', 'failed', 'cancelled');
  const credits = async () => (await json('GET', '/check-session')).body.userCreditBalance as number;

  return { at, engines, warn, json, sessionWith, start, ended, credits };
}

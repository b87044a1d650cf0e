import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEndpointNotesEngine } from '#server/engines/notes/endpoint/engine.ts';
import type { NotesEngine } from '#server/engines/notes/port.ts';
import { createEmbeddedSpeech } from '#server/engines/speech/embedded.ts';
import { createSpeechEndpoint } from '#server/engines/speech/endpoint.ts';
import { type DownloadableModel, PARAKEET } from '#server/engines/speech/model-files.ts';
import type { SpeechEngine } from '#server/engines/speech/port.ts';
import { writeAudio } from '#tests/support/audio.ts';
import {
  type ChatRequest,
  type ChatServer,
  honestAnswer,
  startChatServer,
} from '#tests/support/chat-server.ts';
import { createFakeNotes, presentNotes } from '#tests/support/fake-engines.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';
import { asText } from '#tests/support/sessions.ts';
import { longSession } from '#tests/support/small-session.ts';
import { createTimers, type Timers } from '#tests/support/timers.ts';
import { encodeTones } from '#tests/support/tone-code.ts';
import { startToneSpeechServer, type ToneSpeechServer } from '#tests/support/tone-speech-server.ts';
import { writeToyModel } from '#tests/support/toy-speech-model.ts';
import { type EngineFault, engineFaults, faultsPage } from '../../../../src/setup/faults/engine-faults.ts';

let server: TestServer;
let user: TestUser;
let folder: string;
let recording: Buffer;
let silence: Buffer;
let notes: NotesEngine;
let speech: SpeechEngine;
let chat: ChatServer;
let ears: ToneSpeechServer;
let timers: Timers;
let waits: number[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearthscribe-faults-'));
  const spoken = encodeTones(
    'the lantern keeper opens the iron door. ilse asks for the silver key. the keeper laughs aloud. under the water lies a bell.',
  );
  recording = await readFile(await writeAudio(folder, 'words', spoken.samples, 'flac'));
  silence = await readFile(await writeAudio(folder, 'silence', new Int16Array(16_000 * 8), 'flac'));
  await writeToyModel(join(folder, 'toy'));
  server = await createTestServer({
    config: { welcomeCredits: 100_000, freeAnalyses: 0 },
    overrides: {
      engines: {
        speech: {
          id: 'present',
          maxChunkSeconds: 10,
          concurrency: 1,
          prepare: (options) => speech.prepare(options),
          hear: (chunk, options) => speech.hear(chunk, options),
          close: async () => undefined,
        },
        notes: presentNotes(() => ({ engine: notes })),
      },
    },
  });
  await server.start();
  user = await server.signIn();
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  timers = createTimers();
  waits = [];
});
afterEach(async () => {
  await chat?.close();
  await ears?.close();
  await speech?.close();
});

const sleep = async (milliseconds: number) => void waits.push(milliseconds);
const json = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
  const answer = await user.call(method, path, body, headers);
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
};
const credits = async () => (await json('GET', '/check-session')).body.userCreditBalance as number;

const waitFor = (path: string, ...statuses: string[]) =>
  vi.waitFor(
    async () => {
      const { body } = await json('GET', path);
      expect(statuses).toContain(body.status);
      return body;
    },
    { timeout: 50_000, interval: 100 },
  );
const ended = (id: string) => waitFor(`/analyses/${id}`, 'completed', 'failed', 'cancelled');

async function newSession(): Promise<string> {
  const campaign = await json('POST', '/campaigns', { title: 'The Lantern Coast', language: 'en' });
  return (await json('POST', `/campaigns/${campaign.body.id}/sessions`, {})).body.id;
}

async function sessionWithRecording(bytes: Buffer): Promise<string> {
  const sessionId = await newSession();
  const wanted = { fileName: 'evening.flac', sizeBytes: bytes.length, fingerprint: 'print' };
  const upload = (await json('POST', `/sessions/${sessionId}/uploads`, wanted)).body;
  await server.app.request(upload.tusUrl, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${user.token}`,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(bytes),
  });
  expect((await waitFor(`/uploads/${upload.id}`, 'ready', 'rejected')).status).toBe('ready');
  return sessionId;
}

async function sessionWithTranscript(words: number): Promise<string> {
  const sessionId = await newSession();
  const turns = longSession(words).map(({ speaker, text }) => ({ speaker: speaker ?? 'Dana', text }));
  const answer = await server.app.request(`/sessions/${sessionId}/transcripts?fileName=evening.txt`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${user.token}`,
      'content-type': 'application/octet-stream',
    },
    body: asText(turns),
  });
  expect(answer.status, await answer.clone().text()).toBeLessThan(300);
  return sessionId;
}

async function start(sessionId: string): Promise<string> {
  const quote = (await json('POST', `/sessions/${sessionId}/quote`)).body;
  const body = { quoteId: quote.id, detailLevel: 'comprehensive' };
  const answer = await json('POST', `/sessions/${sessionId}/analyses`, body, {
    'idempotency-key': `start-${quote.id}`,
  });
  expect(answer.status).toBe(201);
  return answer.body.id;
}

interface Staged {
  sessionId: string;
  lift(): Promise<void> | void;
  done?: () => string[];
  expectedWaits?: number[];
  told?: () => string[];
}

async function stageModel(row: EngineFault): Promise<Staged> {
  const isOllama = row.engine === 'Ollama';
  chat = await startChatServer({ software: isOllama ? 'ollama' : 'openAi' });
  const { url } = chat;
  const done: string[] = [];
  const engineAt = (address: string, model: string | null = null) =>
    createEndpointNotesEngine({
      url: address,
      model,
      key: 'k',
      sleep,
      startTimer: timers.start,
      concurrency: 1,
    });
  notes = engineAt(url);
  const honest = (request: ChatRequest) => {
    if (request.kind === 'part') done.push(request.user);
    return honestAnswer(request);
  };
  const first =
    (answer: ChatServer['answer']): ChatServer['answer'] =>
    (request) =>
      request.number === 0 ? answer(request) : honest(request);
  chat.answer = honest;
  const staged: Staged = {
    sessionId: '',
    lift: () => {
      chat.answer = honest;
      notes = engineAt(url);
    },
    done: () => done,
  };
  let words = 3000;
  let marker = '';
  const onePart =
    (answer: ChatServer['answer']): ChatServer['answer'] =>
    (request) => {
      const isFirstPart = request.number === 0;
      if (isFirstPart) marker = request.user;
      return request.user === marker ? answer(request) : honest(request);
    };
  switch (row.fault) {
    case 'unreachable':
      notes = engineAt('http://127.0.0.1:9');
      staged.expectedWaits = [1000, 3000, 9000];
      break;
    case '401':
      chat.answer = () => ({ status: 401, body: '{"error":{"message":"Incorrect API key"}}' });
      break;
    case '429 with Retry-After':
      chat.answer = first(() => ({ status: 429, headers: { 'retry-after': '17' } }));
      staged.expectedWaits = [17_000];
      break;
    case '500 for a while':
      chat.answer = (request) => (request.number < 3 ? { status: 500 } : honest(request));
      staged.expectedWaits = [1000, 3000, 9000];
      break;
    case '500 from the middle on':
      words = 30_000;
      chat.answer = (request) => (request.number < 3 ? honest(request) : { status: 500 });
      break;
    case '500 for one part':
      words = 9000;
      chat.answer = (request) => {
        if (request.number === 1) marker = request.user;
        return request.user === marker ? { status: 500 } : honest(request);
      };
      break;
    case 'hang':
      chat.answer = first(() => {
        timers.pass(600_000);
        return 'stall';
      });
      staged.expectedWaits = [1000];
      break;
    case 'connection lost in the middle of an answer':
      chat.answer = first(() => 'halfStream');
      staged.expectedWaits = [1000];
      break;
    case 'answer that ends in the middle':
      chat.answer = first(() => 'halfAndClose');
      staged.expectedWaits = [1000];
      break;
    case 'wrong JSON once':
      chat.answer = first(() => '{"events": "many"');
      break;
    case 'wrong JSON always, for one part':
      chat.answer = onePart(() => 'Once upon a time …');
      break;
    case 'no room for the whole answer':
      chat.answer = first(() => 'cut');
      break;
    case 'context too small':
      if (isOllama) chat.models[0]!.contextTokens = 2048;
      else {
        await chat.close();
        chat = await startChatServer({
          software: 'llamaCpp',
          models: [{ name: 'm.gguf', contextTokens: 131_072, loadedTokens: 4096 }],
        });
        chat.answer = honest;
        notes = engineAt(chat.url);
      }
      staged.lift = () => {
        Object.assign(chat.models[0]!, { contextTokens: 40_960, loadedTokens: 16_384 });
      };
      break;
    case 'finds nothing':
      chat.answer = (request) => (request.kind === 'part' ? '{}' : honest(request));
      break;
    case 'model missing':
      notes = engineAt(url, 'llama3.2');
      staged.told = watched();
      break;
    case 'model unknown':
      notes = engineAt(url, 'nonsense');
      chat.pullError = 'pull model manifest: file does not exist';
      break;
    case 'disk full while the model is downloaded':
      notes = engineAt(url, 'llama3.2');
      chat.pullError = 'write /root/.ollama/models/blobs: no space left on device';
      break;
    case 'model missing (404)':
      chat.answer = () => ({ status: 404, body: '{"error":{"message":"The model `x` does not exist"}}' });
      break;
    case 'model declines a part':
      chat.answer = onePart(() => ({ refusal: 'I cannot help with that.' }));
      break;
    default:
      throw new Error(`No test stages the fault "${row.fault}" of ${row.engine}.`);
  }
  staged.sessionId = await sessionWithTranscript(words);
  return staged;
}

function watched(): () => string[] {
  const inner = notes;
  const messages: string[] = [];
  notes = {
    ...inner,
    extract: (request, context) =>
      inner.extract(request, {
        ...context,
        progress: (fraction, message) => {
          messages.push(message ?? '');
          context.progress(fraction, message);
        },
      }),
  };
  return () => messages;
}

async function stageSpeechService(row: EngineFault): Promise<Staged> {
  const isWhisperCpp = row.engine === 'whisper.cpp';
  ears = await startToneSpeechServer({ software: isWhisperCpp ? 'whisperCpp' : 'openAi' });
  notes = createFakeNotes().engine;
  const engineAt = (url: string) =>
    createSpeechEndpoint({
      url: isWhisperCpp ? `${url}/inference` : url,
      model: 'whisper-1',
      concurrency: 1,
      sleep,
      startTimer: timers.start,
    });
  speech = engineAt(ears.url);
  const done: string[] = [];
  const hears: ToneSpeechServer['misbehave'] = ({ words }) => {
    done.push(words.join(' '));
    return null;
  };
  const first =
    (answer: ToneSpeechServer['misbehave']): ToneSpeechServer['misbehave'] =>
    (request) =>
      request.number === 0 ? answer(request) : hears(request);
  ears.misbehave = hears;
  const staged: Staged = {
    sessionId: await sessionWithRecording(recording),
    lift: () => {
      ears.misbehave = hears;
      speech = engineAt(ears.url);
    },
    done: () => done,
  };
  const status = (code: number, headers?: Record<string, string>) => () => ({
    status: code,
    ...(headers ? { headers } : {}),
  });
  switch (row.fault) {
    case 'unreachable':
      speech = engineAt('http://127.0.0.1:9');
      break;
    case '401':
      ears.misbehave = status(401);
      break;
    case 'not found (404)':
      ears.misbehave = status(404);
      break;
    case '429 with Retry-After':
      ears.misbehave = first(status(429, { 'retry-after': '17' }));
      staged.expectedWaits = [17_000];
      break;
    case '500 for one piece': {
      let words = '';
      ears.misbehave = (request) => {
        if (request.number === 0) words = request.words.join(' ');
        return request.words.join(' ') === words ? { status: 500 } : hears(request);
      };
      break;
    }
    case '500 from the middle on':
      ears.misbehave = (request) => (request.number === 0 ? hears(request) : { status: 500 });
      break;
    case 'hang':
      ears.misbehave = first(() => {
        timers.pass(600_000);
        return 'stall';
      });
      staged.expectedWaits = [1000];
      break;
    case 'connection lost in the middle of an answer':
      ears.misbehave = first(() => 'halfAnswer');
      staged.expectedWaits = [1000];
      break;
    case 'wrong JSON':
      ears.misbehave = first(() => 'malformed');
      staged.expectedWaits = [1000];
      break;
    case 'music only: subtitle phrases':
      ears.misbehave = () => ({ heard: [{ text: ' Thanks for watching!', start: 0, end: 2 }] });
      break;
    case 'words in a loop':
      ears.misbehave = first(() => ({
        heard: [{ text: ` ${'I go to the door. '.repeat(40)}`, start: 0, end: 3 }],
      }));
      break;
    case 'another language than the campaign’s':
      ears.misbehave = () => ({
        heard: [{ text: ' Der Drache schläft hier.', start: 0, end: 2 }],
        language: 'german',
      });
      break;
    default:
      throw new Error(`No test stages the fault "${row.fault}" of ${row.engine}.`);
  }
  return staged;
}

async function stageEmbeddedSpeech(row: EngineFault): Promise<Staged> {
  notes = createFakeNotes().engine;
  const dataFolder = await mkdtemp(join(folder, 'embedded-'));
  const modelFolder = join(dataFolder, 'own');
  await mkdir(modelFolder);
  const model: DownloadableModel = {
    name: 'toy',
    url: 'https://models.example',
    files: PARAKEET.files.slice(-1),
  };
  const own = () => createEmbeddedSpeech({ dataFolder, modelFolder, threads: 1 });
  const downloads = (ask: typeof fetch) =>
    createEmbeddedSpeech({ dataFolder, model, fetch: ask, threads: 1 });
  const lift = async () => {
    await speech.close();
    await writeToyModel(modelFolder);
    speech = own();
  };
  switch (row.fault) {
    case 'silence only':
      await writeToyModel(modelFolder);
      speech = own();
      return { sessionId: await sessionWithRecording(silence), lift: () => undefined };
    case 'model cannot be downloaded':
      speech = downloads(async () => {
        throw new TypeError('fetch failed');
      });
      break;
    case 'disk full while the model is downloaded': {
      const target = join(dataFolder, 'models', 'toy');
      await mkdir(target, { recursive: true });
      await symlink('/dev/full', join(target, 'tokens.txt.part'));
      speech = downloads(async () => new Response(new Uint8Array(93_939)));
      break;
    }
    case 'model corrupt':
      await writeToyModel(modelFolder);
      await writeFile(join(modelFolder, 'model.onnx'), 'not a model');
      speech = own();
      break;
    case 'model folder empty':
      speech = own();
      break;
    default:
      throw new Error(`No test stages the fault "${row.fault}" of ${row.engine}.`);
  }
  return { sessionId: await sessionWithRecording(recording), lift };
}

const stage = (row: EngineFault): Promise<Staged> =>
  row.engine === 'Ollama' || row.engine === 'Chat service'
    ? stageModel(row)
    : row.engine === 'Embedded speech'
      ? stageEmbeddedSpeech(row)
      : stageSpeechService(row);

const here = engineFaults.filter(({ proof }) => proof === undefined);
describe.each(here)('$engine: $fault', (row) => {
  it(`${row.ends}, shows ${row.seen ?? 'nothing'}, and charges ${row.ends === 'completes' ? 'once' : 'nothing'} [D1][D8]`, async () => {
    const staged = await stage(row);
    const before = await credits();
    const id = await start(staged.sessionId);
    const analysis = await ended(id);
    const { status, error, warnings, result } = analysis;
    expect({ status, error }).toMatchObject({ status: row.ends === 'completes' ? 'completed' : 'failed' });
    if (staged.expectedWaits) expect(waits).toEqual(staged.expectedWaits);
    expect(timers.waiting()).toBe(0);
    if (row.ends === 'completes') {
      const shown = [...warnings, ...result.warnings].map(({ message }: { message: string }) => message);
      const seen = [...shown, ...(staged.told?.() ?? [])];
      if (row.seen === null) {
        const expected = /identify the speakers|quotation was not in the transcript/;
        expect(seen.filter((message) => !expected.test(message))).toEqual([]);
      } else expect(seen.join('\n')).toContain(row.seen);
      expect(analysis.chargedCredits).toBeGreaterThan(0);
      expect(await credits()).toBe(before - analysis.chargedCredits);
      return;
    }
    expect(error.message).toContain(row.seen);
    expect(error.message).toMatch(/You were not charged\.$/);
    expect(analysis.chargedCredits).toBe(0);
    expect(await credits()).toBe(before);

    if (!error.retryable) {
      expect((await json('POST', `/analyses/${id}/retry`)).status).toBe(409);
      return;
    }
    const doneBefore = [...(staged.done?.() ?? [])];
    await staged.lift();
    expect((await json('POST', `/analyses/${id}/retry`)).status).toBeLessThan(300);
    const again = await ended(id);
    expect(again).toMatchObject({ status: 'completed', error: null });
    expect(await credits()).toBe(before - again.chargedCredits);
    const doneAfter = staged.done?.().slice(doneBefore.length) ?? [];
    expect(doneAfter.filter((each) => doneBefore.includes(each))).toEqual([]);
  });
});

describe('the table of faults', () => {
  it('is docs/faults.md', () => {
    expect(readFileSync('docs/faults.md', 'utf8')).toBe(faultsPage());
  });

  it.each(
    engineFaults.filter(({ proof }) => proof !== undefined),
  )('$engine: $fault is proved by another test', ({ proof }) => {
    expect(readFileSync(proof!.file, 'utf8')).toContain(proof!.title);
  });

  it('has no duplicate row', () => {
    const keys = engineFaults.map(({ engine, fault }) => `${engine}: ${fault}`);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

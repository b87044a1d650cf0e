import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEmbeddedSpeech, type EmbeddedSpeechSettings } from '#server/engines/speech/embedded.ts';
import { createSpeechEndpoint } from '#server/engines/speech/endpoint.ts';
import { PARAKEET, type SpeechModel } from '#server/engines/speech/model-files.ts';
import { type RecognizerProcess, startRecognizer } from '#server/engines/speech/recognizer-process.ts';
import type { RecognizerResult } from '#server/engines/speech/recognizer-protocol.ts';
import { createFakeNotes } from '#tests/support/fake-engines.ts';
import { startToneSpeechServer, type ToneSpeechServer } from '#tests/support/tone-speech-server.ts';
import type { FaultBench, Staged } from './fault-bench.ts';
import type { EngineFault } from './faults-page.ts';

export async function stageSpeechService(bench: FaultBench, row: EngineFault): Promise<Staged> {
  const isWhisperCpp = row.engine === 'whisper.cpp';
  bench.ears = await startToneSpeechServer({ software: isWhisperCpp ? 'whisperCpp' : 'openAi' });
  bench.notes = createFakeNotes().engine;
  const engineAt = (url: string, pause = bench.sleep) =>
    createSpeechEndpoint({
      url: isWhisperCpp ? `${url}/inference` : url,
      model: 'whisper-1',
      concurrency: 1,
      sleep: pause,
      startTimer: bench.timers.start,
    });
  bench.speech = engineAt(bench.ears.url);
  const done: string[] = [];
  const hears: ToneSpeechServer['misbehave'] = ({ words }) => {
    done.push(words.join(' '));
    return null;
  };
  const first =
    (answer: ToneSpeechServer['misbehave']): ToneSpeechServer['misbehave'] =>
    (request) =>
      request.number === 0 ? answer(request) : hears(request);
  bench.ears.misbehave = hears;
  const staged: Staged = {
    sessionId: await bench.sessionWithRecording(
      row.fault === 'silence only' ? bench.silence : bench.recording,
    ),
    lift: () => {
      bench.ears.misbehave = hears;
      bench.speech = engineAt(bench.ears.url);
    },
    done: () => done,
  };
  const status = (code: number, headers?: Record<string, string>) => () => ({
    status: code,
    ...(headers ? { headers } : {}),
  });
  switch (row.fault) {
    case 'unreachable':
      bench.speech = engineAt('http://127.0.0.1:9');
      break;
    case '401':
      bench.ears.misbehave = status(401);
      break;
    case 'not found (404)':
      bench.ears.misbehave = status(404);
      break;
    case '429 with Retry-After':
      bench.ears.misbehave = first(status(429, { 'retry-after': '17' }));
      staged.expectedWaits = [17_000];
      break;
    case '500 for one piece': {
      let words = '';
      bench.ears.misbehave = (request) => {
        if (request.number === 0) words = request.words.join(' ');
        return request.words.join(' ') === words ? { status: 500 } : hears(request);
      };
      break;
    }
    case '500 from the middle on':
      bench.ears.misbehave = (request) => (request.number === 0 ? hears(request) : { status: 500 });
      break;
    case 'hang':
    case 'computer asleep in the middle of an answer':
      bench.ears.misbehave = first(() => {
        bench.timers.pass(600_000);
        return 'stall';
      });
      staged.expectedWaits = [1000];
      break;
    case 'connection lost in the middle of an answer':
      bench.ears.misbehave = first(() => 'halfAnswer');
      staged.expectedWaits = [1000];
      break;
    case 'wrong JSON':
      bench.ears.misbehave = first(() => 'malformed');
      staged.expectedWaits = [1000];
      break;
    case 'killed in the middle of an answer, and started again': {
      const { url } = bench.ears;
      bench.ears.misbehave = first(async () => {
        await bench.ears.close();
        return 'hangUp' as const;
      });
      bench.speech = engineAt(url, async (milliseconds) => {
        bench.waits.push(milliseconds);
        if (bench.waits.length < 2) return;
        bench.ears = await startToneSpeechServer({
          software: isWhisperCpp ? 'whisperCpp' : 'openAi',
          port: Number(new URL(url).port),
        });
      });
      staged.expectedWaits = [1000, 2000];
      break;
    }
    case 'silence only':
      break;
    case 'music only: hears nothing':
      bench.ears.misbehave = () => ({ heard: [] });
      break;
    case 'music only: subtitle phrases':
      bench.ears.misbehave = () => ({ heard: [{ text: ' Thanks for watching!', start: 0, end: 2 }] });
      break;
    case 'words in a loop':
      bench.ears.misbehave = first(() => ({
        heard: [{ text: ` ${'I go to the door. '.repeat(40)}`, start: 0, end: 3 }],
      }));
      break;
    case 'another language than the campaign’s':
      bench.ears.misbehave = () => ({
        heard: [{ text: ' Der Drache schläft hier.', start: 0, end: 2 }],
        language: 'german',
      });
      break;
    default:
      throw new Error(`No test stages the fault "${row.fault}" of ${row.engine}.`);
  }
  return staged;
}

export async function stageEmbeddedSpeech(bench: FaultBench, row: EngineFault): Promise<Staged> {
  bench.notes = createFakeNotes().engine;
  const dataFolder = await mkdtemp(join(bench.folder, 'embedded-'));
  const modelFolder = join(dataFolder, 'own');
  await mkdir(modelFolder);
  const model: SpeechModel = {
    name: 'toy',
    url: 'https://models.example',
    files: PARAKEET.files.slice(-1),
  };
  const own = (settings: Partial<EmbeddedSpeechSettings> = {}) =>
    createEmbeddedSpeech({
      dataFolder,
      modelFolder,
      threads: 1,
      startTimer: bench.timers.start,
      ...settings,
    });
  const downloads = (ask: typeof fetch) =>
    createEmbeddedSpeech({ dataFolder, model, fetch: ask, threads: 1 });
  const lift = async () => {
    await bench.speech.close();
    await cp(join(bench.folder, 'toy'), modelFolder, { recursive: true });
    bench.speech = own();
  };
  const heardBy = (hear: (recognizer: RecognizerProcess, samples: Int16Array) => Promise<RecognizerResult>) =>
    own({
      start: async (...given) => {
        const recognizer = await startRecognizer(...given);
        return {
          hear: (samples) => hear(recognizer, samples),
          get ended() {
            return recognizer.ended;
          },
          stop: recognizer.stop,
        };
      },
    });
  const here = async (bytes: Buffer, language?: string) => ({
    sessionId: await bench.sessionWithRecording(bytes, language),
    lift,
  });
  bench.speech = own();
  if (row.kind !== 'model missing or corrupt' && row.kind !== 'disk full') await lift();
  let heard = 0;
  switch (row.fault) {
    case 'silence only':
      return here(bench.silence);
    case 'music only':
      return here(bench.music);
    case 'another language than the campaign’s':
      bench.speech = heardBy(async () => {
        const tokens = Array.from({ length: 80 }, (_, at) => ` Wort${at}`);
        return { text: tokens.join(''), tokens, timestamps: tokens.map((_, at) => at / 20), durations: [] };
      });
      return here(bench.toyWords);
    case 'language that the model does not know':
      bench.speech = { ...bench.speech, languages: ['en'] };
      return here(bench.toyWords, 'ja');
    case 'recognizer killed in the middle':
    case 'recognizer crashes whenever it hears one piece': {
      const deaths = row.charged === 'once' && row.seen === null ? 1 : 2;
      bench.speech = heardBy((recognizer, samples) => {
        const answer = recognizer.hear(samples);
        heard += 1;
        if (heard <= deaths) recognizer.stop();
        return answer;
      });
      return here(bench.toyWords);
    }
    case 'recognizer hangs':
      bench.speech = heardBy((recognizer, samples) => {
        heard += 1;
        if (heard > 1) return recognizer.hear(samples);
        queueMicrotask(() => bench.timers.pass(3_600_000));
        return recognizer.hear(new Int16Array(16_000 * 60));
      });
      return here(bench.toyWords);
    case 'model missing': {
      const toy = join(bench.folder, 'toy');
      const files = await Promise.all(
        ['model.onnx', 'tokens.txt'].map(async (name) => ({
          name,
          content: await readFile(join(toy, name)),
        })),
      );
      const { prepare, ...downloading } = createEmbeddedSpeech({
        dataFolder,
        threads: 1,
        model: {
          ...model,
          files: files.map(({ name, content }) => ({
            name,
            bytes: content.length,
            sha256: createHash('sha256').update(content).digest('hex'),
          })),
        },
        fetch: async (address) =>
          new Response(files.find(({ name }) => String(address).endsWith(name))!.content),
      });
      const messages: string[] = [];
      bench.speech = {
        ...downloading,
        prepare: ({ signal, progress }) =>
          prepare({
            signal,
            progress(fraction, message) {
              messages.push(message ?? '');
              progress(fraction, message);
            },
          }),
      };
      return { ...(await here(bench.toyWords)), progress: () => messages };
    }
    case 'model cannot be downloaded':
      bench.speech = downloads(async () => {
        throw new TypeError('fetch failed');
      });
      break;
    case 'disk full while the model is downloaded': {
      const target = join(dataFolder, 'models', 'toy');
      await mkdir(target, { recursive: true });
      await symlink('/dev/full', join(target, 'tokens.txt.part'));
      bench.speech = downloads(async () => new Response(new Uint8Array(93_939)));
      break;
    }
    case 'model corrupt':
      await cp(join(bench.folder, 'toy'), modelFolder, { recursive: true });
      await writeFile(join(modelFolder, 'model.onnx'), 'not a model');
      bench.speech = own();
      break;
    case 'model folder empty':
      bench.speech = own();
      break;
    default:
      throw new Error(`No test stages the fault "${row.fault}" of ${row.engine}.`);
  }
  return here(bench.recording);
}

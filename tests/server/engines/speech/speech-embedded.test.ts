import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchModel, ModelNotFetched } from '#server/engines/models/fetch-model.ts';
import {
  createEmbeddedSpeech,
  type EmbeddedSpeechSettings,
  shareOfCores,
  toHeardChunk,
} from '#server/engines/speech/embedded.ts';
import { modelIn, type SpeechModel } from '#server/engines/speech/model-files.ts';
import { type SpeechEngine, SpeechUnavailable } from '#server/engines/speech/port.ts';
import { startRecognizer } from '#server/engines/speech/recognizer-process.ts';
import { transcribeAudio } from '#server/engines/speech/transcribe.ts';
import { inMemoryStageContext } from '#server/engines/stage-context.ts';
import { writeAudio } from '#tests/support/audio.ts';
import { createTimers } from '#tests/support/timers.ts';
import { sayToyWords, writeToyModel } from '#tests/support/toy-speech-model.ts';

let folder: string;
let toyFolder: string;
const engines: SpeechEngine[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearthscribe-embedded-'));
  toyFolder = join(folder, 'toy');
  await writeToyModel(toyFolder);
});
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
});
afterAll(() => rm(folder, { recursive: true }));

function embedded(settings: Partial<EmbeddedSpeechSettings>): SpeechEngine {
  const engine = createEmbeddedSpeech({ dataFolder: join(folder, 'data'), threads: 1, ...settings });
  engines.push(engine);
  return engine;
}

const signal = new AbortController().signal;
const prepare = (engine: SpeechEngine, progress: (fraction: number, message?: string) => void = () => {}) =>
  engine.prepare({ signal, progress });

async function chunkOf(words: string[]) {
  const samples = sayToyWords(words);
  return { index: 0, startMs: 0, endMs: samples.length / 16, forced: false, samples };
}

describe('the embedded engine', () => {
  it('the real recognizer finds known words with their times', async () => {
    const engine = embedded({ modelFolder: toyFolder });
    const heard = await engine.hear(await chunkOf(['dragon', 'sleeps', 'here', 'dragon']), {
      signal,
      language: null,
      vocabulary: [],
    });
    expect(heard.segments).toHaveLength(1);
    expect(heard.segments[0]).toMatchObject({ text: 'dragon sleeps here dragon', speaker: null });
    for (const [index, word] of heard.segments[0]!.words!.entries()) {
      expect(Math.abs(word.startMs - (200 + index * 500))).toBeLessThanOrEqual(40);
      expect(word.endMs).toBeGreaterThan(word.startMs);
    }
  });

  it('[R1.7] transcribes a recording', async () => {
    const said = ['dragon', 'here', 'sleeps', 'here', 'here', 'dragon'];
    const path = await writeAudio(folder, 'toy', sayToyWords(said), 'flac');
    const transcript = await transcribeAudio({
      path,
      engine: embedded({ modelFolder: toyFolder }),
      language: 'en',
      vocabulary: [],
      context: inMemoryStageContext({}),
    });
    expect(transcript.segments.map((segment) => segment.text).join(' ')).toBe(said.join(' '));
    expect(transcript).toMatchObject({ engine: 'sherpa-onnx toy', language: 'en', warnings: [] });
  });

  it('a damaged model ends neither the server nor the engine, and can be replaced and retried', async () => {
    const damaged = join(folder, 'damaged');
    await mkdir(damaged);
    const model = await readFile(join(toyFolder, 'model.onnx'));
    await writeFile(join(damaged, 'tokens.txt'), await readFile(join(toyFolder, 'tokens.txt')));
    const engine = embedded({ modelFolder: damaged });
    for (const content of [model.subarray(0, 300), Buffer.from('<html>Sign in</html>')]) {
      await writeFile(join(damaged, 'model.onnx'), content);
      await expect(prepare(engine)).rejects.toThrow(SpeechUnavailable);
      await expect(prepare(engine)).rejects.toThrow('SPEECH_MODEL_DIR');
    }
    await writeFile(join(damaged, 'model.onnx'), model);
    await prepare(engine);
  });

  it('leaves the processors first to what users wait for', async () => {
    await prepare(embedded({ modelFolder: toyFolder }));
    const children = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
    const programs = await Promise.all(
      (children.match(/\d+/g) ?? []).map(async (pid) => ({
        priority: getPriority(Number(pid)),
        program: await readFile(`/proc/${pid}/cmdline`, 'utf8'),
      })),
    );
    const recognizers = programs.filter(({ program }) => program.includes('recognizer-child'));
    expect(new Set(recognizers.map(({ priority }) => priority))).toEqual(
      new Set([constants.priority.PRIORITY_BELOW_NORMAL]),
    );
  });

  it('rejects a folder without a model, and says what to set', async () => {
    await expect(prepare(embedded({ modelFolder: join(folder, 'nowhere') }))).rejects.toThrow(
      /SPEECH_MODEL_DIR/,
    );
  });

  it('works again after it was closed', async () => {
    const engine = embedded({ modelFolder: toyFolder });
    await prepare(engine);
    await engine.close();
    const heard = await engine.hear(await chunkOf(['here']), { signal, language: null, vocabulary: [] });
    expect(heard.segments[0]!.text).toBe('here');
  });

  it('unloads the model after ten idle minutes, and loads it again', async () => {
    const engine = embedded({ modelFolder: toyFolder });
    const loads: string[] = [];
    const report = (_: number, message?: string) => loads.push(message ?? '');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      await prepare(engine, report);
      vi.advanceTimersByTime(599_999);
      await prepare(engine, report);
      expect(loads).toHaveLength(1);
      vi.advanceTimersByTime(600_000);
    } finally {
      vi.useRealTimers();
    }
    await prepare(engine, report);
    expect(loads).toEqual(['Loading the speech model', 'Loading the speech model']);
  });

  it('stops when the job is aborted', async () => {
    const engine = embedded({ modelFolder: toyFolder });
    await expect(engine.prepare({ signal: AbortSignal.abort(), progress() {} })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  it('a recognizer that crashes while it hears fails what it heard, with the reason', async () => {
    const model = modelIn(toyFolder);
    const recognizer = await startRecognizer(model, { threads: 1, signal });
    const hearing = recognizer.hear(sayToyWords(Array(40).fill('here')));
    recognizer.stop();
    await expect(hearing).rejects.toThrow('The recognizer crashed (SIGKILL)');
    await expect(recognizer.hear(new Int16Array(16))).rejects.toThrow('has ended');
    expect(recognizer.ended).toBe(true);
  });

  it.each([
    [1, { pieces: 1, threads: 1 }],
    [2, { pieces: 1, threads: 1 }],
    [4, { pieces: 1, threads: 3 }],
    [8, { pieces: 1, threads: 4 }],
    [16, { pieces: 3, threads: 4 }],
    [64, { pieces: 8, threads: 4 }],
  ])('divides %i cores between pieces that are transcribed at the same time', (cores, share) => {
    expect(shareOfCores(cores)).toEqual(share);
  });

  it('transcribes several pieces at the same time, each with its own words', async () => {
    const engine = embedded({ modelFolder: toyFolder });
    const pieces = [['dragon'], ['sleeps', 'here'], ['here', 'dragon', 'sleeps'], ['sleeps']];
    const heard = await Promise.all(
      pieces.map(async (words) =>
        engine.hear(await chunkOf(words), { signal, language: null, vocabulary: [] }),
      ),
    );
    expect(heard.map(({ segments }) => segments[0]!.text.split(' '))).toEqual(pieces);
  });

  it('joins tokens to words, with durations if the model returns them', () => {
    const heard = toHeardChunk(
      {
        text: 'The drag on.',
        tokens: [' The', ' drag', 'on', '.', ' Run'],
        timestamps: [0.1, 0.5, 0.7, 0.9, 1],
        durations: [0.16, 0.2, 0.2, 0.4, 5],
      },
      2000,
    );
    expect(heard.segments).toMatchObject([
      {
        text: 'The dragon. Run',
        words: [
          { text: 'The', startMs: 100, endMs: 260 },
          { text: 'dragon.', startMs: 500, endMs: 1000 },
          { text: 'Run', startMs: 1000, endMs: 2000 },
        ],
      },
    ]);
  });
});

describe('fetching the model', () => {
  type Answer = 'whole' | 'broken off' | 'damaged' | 'page' | 'ignoring ranges' | number;
  let server: Server;
  let url: string;
  let model: SpeechModel;
  let contents: Map<string, Buffer>;
  let requests: { name: string; range: string | undefined }[];
  let answers: Answer[];
  let dataFolder: string;

  beforeEach(async () => {
    contents = new Map();
    for (const name of await readdir(toyFolder)) contents.set(name, await readFile(join(toyFolder, name)));
    model = {
      name: 'toy',
      url: 'http://127.0.0.1:1/unused',
      files: [...contents].map(([name, content]) => ({
        name,
        bytes: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
      })),
    };
    requests = [];
    answers = [];
    dataFolder = await mkdtemp(join(folder, 'data-'));
    server = createServer((request, response) => {
      const name = request.url!.split('/').at(-1)!;
      const answer = answers.shift() ?? 'whole';
      requests.push({ name, range: request.headers.range });
      const content = contents.get(name)!;
      const from =
        answer === 'ignoring ranges' ? 0 : Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
      const status = from > 0 ? 206 : 200;
      if (typeof answer === 'number') response.writeHead(answer).end('no');
      else if (answer === 'page') {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>');
      } else if (answer === 'damaged') {
        response
          .writeHead(status, { 'content-length': content.length - from })
          .end(Buffer.alloc(content.length - from));
      } else if (answer === 'broken off') {
        response.writeHead(status, { 'content-length': content.length - from });
        const until = from + Math.ceil((content.length - from) / 2);
        response.write(content.subarray(from, until));
        void keptSoFar(`${name}.part`, until).then(() => response.destroy());
      } else {
        response.writeHead(status, { 'content-length': content.length - from }).end(content.subarray(from));
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mirror/`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  async function keptSoFar(name: string, bytes: number): Promise<void> {
    const path = join(dataFolder, 'models', 'toy', name);
    while (((await stat(path).catch(() => null))?.size ?? 0) < bytes) await setImmediate();
  }

  const engine = () => embedded({ dataFolder, model, modelUrl: url });
  const kept = () => readdir(join(dataFolder, 'models', 'toy'));

  it('downloads once, with progress; later starts need no network', async () => {
    const reports: [number, string | undefined][] = [];
    await prepare(engine(), (fraction, message) => reports.push([fraction, message]));
    expect(requests.map((request) => request.name).sort()).toEqual(['model.onnx', 'tokens.txt']);
    const fractions = reports.map(([fraction]) => fraction);
    expect(fractions).toEqual(fractions.toSorted((first, second) => first - second));
    expect(reports[0]![1]).toMatch(/^Fetching the speech model \(\d+ MB, once\): \d+ %$/);
    expect(reports.at(-1)).toEqual([1, 'Loading the speech model']);
    expect((await kept()).sort()).toEqual(['model.onnx', 'tokens.txt']);

    await prepare(engine());
    expect(requests).toHaveLength(2);
  });

  it('simultaneous callers share one download', async () => {
    const shared = engine();
    await Promise.all([
      prepare(shared),
      prepare(shared),
      shared.hear(await chunkOf(['here']), { signal, language: null, vocabulary: [] }),
    ]);
    expect(requests).toHaveLength(2);
  });

  it('resumes where it broke off, in the same run and in the next', async () => {
    answers = ['broken off'];
    await prepare(engine());
    const half = Math.ceil(contents.get('model.onnx')!.length / 2);
    expect(requests.map((request) => request.range)).toEqual([undefined, `bytes=${half}-`, undefined]);

    await rm(join(dataFolder, 'models', 'toy', 'model.onnx'));
    await writeFile(
      join(dataFolder, 'models', 'toy', 'model.onnx.part'),
      contents.get('model.onnx')!.subarray(0, 100),
    );
    requests = [];
    await prepare(engine());
    expect(requests.map((request) => request.range)).toEqual(['bytes=100-']);
  });

  it('goes on however often the connection is lost, as long as each brings something', async () => {
    answers = Array<Answer>(8).fill('broken off');
    await prepare(engine());
    expect(requests.filter(({ name }) => name === 'model.onnx')).toHaveLength(9);
  });

  it('starts over if a server does not support ranges', async () => {
    answers = ['broken off', 'ignoring ranges'];
    await prepare(engine());
    expect((await kept()).sort()).toEqual(['model.onnx', 'tokens.txt']);
  });

  it('never renames a damaged file', async () => {
    answers = ['damaged', 'whole'];
    await prepare(engine());
    expect(requests.filter((request) => request.name === 'model.onnx')).toHaveLength(2);

    await rm(join(dataFolder, 'models', 'toy'), { recursive: true });
    answers = Array<Answer>(8).fill('damaged');
    await expect(prepare(engine())).rejects.toThrow('model.onnx arrived damaged');
    expect(existsSync(join(dataFolder, 'models', 'toy', 'model.onnx'))).toBe(false);
  });

  it.each<[string, Answer[], RegExp, number]>([
    ['a missing file', [404], /the server answered 404/, 1],
    ['the sign-in page of a network', ['page'], /is not the expected file/, 1],
    ['a server that fails', [500, 502, 503, 500], /the server answered 500/, 4],
  ])('%s: says what to set', async (_, given, reason, times) => {
    answers = [...given];
    const failure: unknown = await prepare(engine()).catch((error) => error);
    expect(failure).toBeInstanceOf(SpeechUnavailable);
    expect((failure as Error).message).toMatch(reason);
    expect((failure as Error).message).toMatch(/SPEECH_URL.*SPEECH_MODEL_DIR.*SPEECH_MODEL_URL/);
    expect(requests).toHaveLength(times);
  });

  it('gives up on a server that stops sending, and keeps what it sent', async () => {
    const content = contents.get('model.onnx')!;
    const ranges: (string | null)[] = [];
    const timers = createTimers();
    const stalling: typeof fetch = async (_, request) => {
      ranges.push(new Headers(request?.headers).get('range'));
      let isSending = ranges.length === 1;
      const body = new ReadableStream(
        {
          start(controller) {
            request?.signal?.addEventListener('abort', () => controller.error(request.signal!.reason));
          },
          pull(controller) {
            if (isSending) controller.enqueue(content.subarray(0, 500));
            else timers.pass(600_000);
            isSending = false;
          },
        },
        { highWaterMark: 0 },
      );
      return new Response(body, { status: ranges.length === 1 ? 200 : 206 });
    };
    const modelFolder = join(dataFolder, 'models', 'toy');
    const options = {
      model,
      folder: modelFolder,
      url,
      signal,
      progress() {},
      fetch: stalling,
      startTimer: timers.start,
    };
    const failed = await fetchModel(options).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ModelNotFetched);
    expect(failed).toMatchObject({ code: 'unreachable', message: 'the server stopped sending' });
    expect(ranges).toEqual([null, ...Array(4).fill('bytes=500-')]);
  });

  it('no network: says what to set', async () => {
    const alone = embedded({ dataFolder, model });
    await expect(prepare(alone)).rejects.toThrow(/could not be downloaded .*Set SPEECH_URL/);
    await expect(prepare(alone)).rejects.toMatchObject({ code: 'speechUnavailable', retryable: false });
  });
});

import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { kill } from 'node:process';
import { expect } from 'vitest';
import { present } from '#contract/unknown-values.ts';
import type { DownloadableModel } from '#server/engines/models/fetch-model.ts';
import { createTurns } from '#server/engines/models/turns.ts';
import { createEmbeddedNotesEngine } from '#server/engines/notes/embedded/engine.ts';
import { openModelHere } from '#server/engines/notes/embedded/model-here.ts';
import type { NotesModel } from '#server/engines/notes/embedded/models.ts';
import { createWriterHere, type WriterHere } from '#server/engines/notes/embedded/writer-here.ts';
import { startWriter, type WriterProcess } from '#server/engines/notes/embedded/writer-process.ts';
import type { FromWriter } from '#server/engines/notes/embedded/writer-protocol.ts';
import { createEndpointNotesEngine } from '#server/engines/notes/endpoint/engine.ts';
import { Found } from '#server/engines/notes/endpoint/schema.ts';
import { createHighlightsEngine } from '#server/engines/notes/highlights/engine.ts';
import {
  type ChatRequest,
  type ChatServer,
  honestAnswer,
  startChatServer,
} from '#tests/support/chat-server.ts';
import { toyFile, toyLanguageModel } from '#tests/support/toy-language-model.ts';
import type { FaultBench, Staged } from './fault-bench.ts';
import type { EngineFault } from './faults-page.ts';

export async function stageModel(bench: FaultBench, row: EngineFault): Promise<Staged> {
  const isOllama = row.engine === 'Ollama';
  bench.chat = await startChatServer({ software: isOllama ? 'ollama' : 'openAi' });
  const { url } = bench.chat;
  const done: string[] = [];
  const engineAt = (address: string, model: string | null = null, pause = bench.sleep) =>
    createEndpointNotesEngine({
      url: address,
      model,
      key: 'k',
      sleep: pause,
      startTimer: bench.timers.start,
      concurrency: 1,
    });
  bench.notes = engineAt(url);
  const honest = (request: ChatRequest) => {
    if (request.kind === 'part') done.push(request.user);
    return honestAnswer(request);
  };
  const first =
    (answer: ChatServer['answer']): ChatServer['answer'] =>
    (request) =>
      request.number === 0 ? answer(request) : honest(request);
  bench.chat.answer = honest;
  const staged: Staged = {
    sessionId: '',
    lift: () => {
      bench.chat.answer = honest;
      bench.notes = engineAt(url);
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
      bench.notes = engineAt('http://127.0.0.1:9');
      staged.expectedWaits = [1000, 3000, 9000];
      break;
    case '401':
      bench.chat.answer = () => ({ status: 401, body: '{"error":{"message":"Incorrect API key"}}' });
      break;
    case '429 with Retry-After':
      bench.chat.answer = first(() => ({ status: 429, headers: { 'retry-after': '17' } }));
      staged.expectedWaits = [17_000];
      break;
    case '500 for a while':
      bench.chat.answer = (request) => (request.number < 3 ? { status: 500 } : honest(request));
      staged.expectedWaits = [1000, 3000, 9000];
      break;
    case '500 from the middle on':
      words = 30_000;
      bench.chat.answer = (request) => (request.number < 3 ? honest(request) : { status: 500 });
      break;
    case '500 for one part':
      words = 9000;
      bench.chat.answer = (request) => {
        if (request.number === 1) marker = request.user;
        return request.user === marker ? { status: 500 } : honest(request);
      };
      break;
    case 'hang':
    case 'computer asleep in the middle of an answer':
      bench.chat.answer = first(() => {
        bench.timers.pass(600_000);
        return 'stall';
      });
      staged.expectedWaits = [1000];
      break;
    case 'connection lost in the middle of an answer':
      bench.chat.answer = first(() => 'halfStream');
      staged.expectedWaits = [1000];
      break;
    case 'answer that ends in the middle':
      bench.chat.answer = first(() => 'halfAndClose');
      staged.expectedWaits = [1000];
      break;
    case 'wrong JSON once':
      bench.chat.answer = first(() => '{"events": "many"');
      break;
    case 'wrong JSON always, for one part':
      words = 12_000;
      bench.chat.answer = onePart(() => 'Once upon a time …');
      break;
    case 'no room for the whole answer':
      bench.chat.answer = first(() => 'cut');
      break;
    case 'context too small':
      if (isOllama) bench.chat.models[0]!.contextTokens = 2048;
      else {
        await bench.chat.close();
        bench.chat = await startChatServer({
          software: 'llamaCpp',
          models: [{ name: 'm.gguf', contextTokens: 131_072, loadedTokens: 4096 }],
        });
        bench.chat.answer = honest;
        bench.notes = engineAt(bench.chat.url);
      }
      staged.lift = () => {
        Object.assign(bench.chat.models[0]!, { contextTokens: 40_960, loadedTokens: 16_384 });
      };
      break;
    case 'killed in the middle of an answer, and started again': {
      const { software, port } = {
        software: isOllama ? ('ollama' as const) : ('openAi' as const),
        port: Number(new URL(url).port),
      };
      bench.chat.answer = first(async () => {
        await bench.chat.close();
        return 'hangUp';
      });
      bench.notes = engineAt(url, 'test-model', async (milliseconds) => {
        bench.waits.push(milliseconds);
        if (bench.waits.length < 2) return;
        bench.chat = await startChatServer({ software, port });
        bench.chat.answer = honest;
      });
      staged.expectedWaits = [1000, 3000];
      break;
    }
    case 'model corrupt':
      bench.chat.answer = () => ({
        status: 500,
        body: '{"error":"unable to load model: /root/.ollama/models/blobs/sha256-0123"}',
      });
      break;
    case 'question longer than the context':
      bench.chat.answer = first(() => ({
        status: 400,
        body: '{"error":{"message":"the request exceeds the available context size","type":"exceed_context_size_error"}}',
      }));
      break;
    case 'endless answer':
      bench.chat.answer = first(() => 'endless');
      // A service's answer is cut where it has all that it may have, and asked for once more.
      if (isOllama) staged.expectedWaits = [1000];
      break;
    case 'answers in another language':
      bench.chat.answer = (request) => {
        const answer = honest(request);
        return request.kind === 'part' ? inGerman(answer) : answer;
      };
      break;
    case 'finds nothing':
      bench.chat.answer = (request) => (request.kind === 'part' ? '{}' : honest(request));
      break;
    case 'model missing':
      bench.notes = engineAt(url, 'llama3.2');
      staged.progress = watched(bench);
      break;
    case 'model unknown':
      bench.notes = engineAt(url, 'nonsense');
      bench.chat.pullError = 'pull model manifest: file does not exist';
      break;
    case 'disk full while the model is downloaded':
      bench.notes = engineAt(url, 'llama3.2');
      bench.chat.pullError = 'write /root/.ollama/models/blobs: no space left on device';
      break;
    case 'model missing (404)':
      bench.chat.answer = () => ({
        status: 404,
        body: '{"error":{"message":"The model `x` does not exist"}}',
      });
      break;
    case 'model declines a part':
      words = 12_000;
      bench.chat.answer = onePart(() => ({ refusal: 'I cannot help with that.' }));
      break;
    default:
      throw new Error(`No test stages the fault "${row.fault}" of ${row.engine}.`);
  }
  staged.sessionId = await bench.sessionWithTranscript(words);
  return staged;
}

const GERMAN = 'sie zogen weiter durch den dunklen wald und fanden dort nichts, was ihnen geholfen hat';

/** The same events, in other words. */
function inGerman(answer: string): string {
  const found = Found.parse(JSON.parse(answer));
  return JSON.stringify({ ...found, events: found.events.map((event) => ({ ...event, text: GERMAN })) });
}

function watched(bench: FaultBench): () => string[] {
  const inner = bench.notes;
  const messages: string[] = [];
  bench.notes = {
    ...inner,
    extract: (request, context) =>
      inner.extract(request, {
        ...context,
        progress: (fraction, message) => {
          if (fraction === 0) messages.push(message ?? '');
          context.progress(fraction, message);
        },
      }),
  };
  return () => messages;
}

export async function stageHighlights(bench: FaultBench, row: EngineFault): Promise<Staged> {
  if (row.fault !== 'transcript that is not in English')
    throw new Error(`No test stages the fault "${row.fault}" of ${row.engine}.`);
  bench.notes = createHighlightsEngine();
  const text = 'Der Morgen graut über Altmühl, und die Wirtin stellt euch vier Schalen Brei hin. ';
  const turns = ['Dana', 'Kim'].map((speaker) => ({ speaker, text: text.repeat(12) }));
  return { sessionId: await bench.sessionWithTranscript(turns), lift: () => undefined };
}

/**
 * The model is a toy. Where its answers matter, honest ones take their place.
 * @param isCall outside of an analysis, through the same process, which is started for analyses only
 */
export async function stageModelHere(
  bench: FaultBench,
  { engine, fault }: EngineFault,
  isCall = false,
): Promise<Staged> {
  const dataFolder = await mkdtemp(join(bench.folder, 'model-'));
  const toy = toyLanguageModel();
  const file = toyFile(toy);
  const model = { ...notesModelOf(file), url: 'https://models.example' };
  const done: string[] = [];
  let served = async () => new Response(new Uint8Array(toy));
  let written = 0;
  let writer: WriterHere | null = null;

  type Write = (process: WriterProcess, ...given: Parameters<WriterProcess['write']>) => Promise<FromWriter>;
  const honest: Write = async (_, { messages }) => {
    const [, { content: user } = { content: '' }] = messages;
    if (user.includes('Find in this part')) done.push(user);
    return { content: honestAnswer({ user }), isCut: false, inputTokens: 1, outputTokens: 1 };
  };
  const first =
    (write: Write): Write =>
    (...given) => {
      written += 1;
      return written === 1 ? write(...given) : honest(...given);
    };
  /** @param load starts the real process; else there is none */
  const use = (
    write: Write,
    options: {
      load?: typeof startWriter | null;
      memory?: number;
      free?: number;
      modelFolder?: string;
    } = {},
  ) => {
    const start: typeof startWriter = async (...given) => {
      const process = options.load ? await options.load(...given) : noProcess(given[1].contextTokens);
      return {
        contextTokens: process.contextTokens,
        pid: process.pid,
        get ended() {
          return process.ended;
        },
        stop: process.stop,
        write: (...asked) => write(process, ...asked),
      };
    };
    writer = createWriterHere({
      here: openModelHere({
        settings: {
          dataFolder,
          allowed: 'yes',
          model: null,
          modelFolder: options.modelFolder ?? null,
          modelUrl: null,
        },
        memory: 1e9,
        models: [model],
        fetch: () => served(),
        ...(options.free === undefined ? {} : { freeBytes: () => options.free ?? 0 }),
      }),
      turns: createTurns(),
      start,
      idleMs: IDLE_MS,
      startTimer: (milliseconds, run) =>
        milliseconds === IDLE_MS ? () => undefined : bench.timers.start(milliseconds, run),
      availableMemory: () => options.memory ?? 1e9,
    });
    bench.notes = createEmbeddedNotesEngine(writer, { sleep: bench.sleep });
  };
  use(honest);
  const staged: Staged = {
    sessionId: '',
    lift: () => {
      served = async () => new Response(new Uint8Array(toy));
      use(honest);
    },
    done: () => done,
    close: () => writer?.close(),
  };
  const toyAnswer = { grammar: `root ::= [a-z]{400}`, mostTokens: 1000 };
  switch (fault) {
    case 'model missing':
      staged.progress = watched(bench);
      break;
    case 'model cannot be downloaded':
      served = async () => new Response('no', { status: 404 });
      break;
    case 'no space for the model':
      use(honest, { free: 1000 });
      break;
    case 'not enough free memory':
      use(honest, { memory: 10 });
      break;
    case 'model damaged': {
      const folder = join(dataFolder, 'models', model.id);
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, file.name), Buffer.alloc(toy.length, 'x'));
      // One real process finds it damaged: each takes seconds, and has what others leave of the processors.
      let isFirst = !isCall;
      use(honest, {
        load: (...given) => {
          const load = isFirst ? realWriter : loadsOnly(toy);
          isFirst = false;
          return load(...given);
        },
      });
      break;
    }
    case 'own model damaged':
      await writeFile(join(dataFolder, 'own.gguf'), 'x');
      use(honest, {
        modelFolder: dataFolder,
        load: () => Promise.reject(new Error('invalid magic characters')),
      });
      break;
    case 'process killed in the middle of an answer':
      staged.expectedWaits = [1000];
      if (isCall) {
        use(first(() => Promise.reject(new Error('The process of the language model ended'))));
        break;
      }
      use(
        first((process, { messages }, options) => {
          const killed = { ...options, alive: () => void process.stop() };
          return process.write({ ...toyAnswer, messages: messages.slice(0, 1) }, killed);
        }),
        { load: realWriter },
      );
      break;
    case 'computer asleep in the middle of an answer':
      use(
        first(async (process, question, options) => {
          kill(present(process.pid, 'process'), 'SIGSTOP');
          const answer = process.write({ ...toyAnswer, messages: question.messages.slice(0, 1) }, options);
          kill(present(process.pid, 'process'), 'SIGCONT');
          expect(await answer).toMatchObject({ outputTokens: 400 });
          return honest(process, question, options);
        }),
        { load: realWriter },
      );
      break;
    case 'hang':
      use(
        first((_, __, { signal }) => {
          queueMicrotask(() => bench.timers.pass(600_000));
          return new Promise((resolve) =>
            signal.addEventListener('abort', () => resolve({ aborted: true }), { once: true }),
          );
        }),
      );
      staged.expectedWaits = [1000];
      break;
    case 'question longer than the context':
      use(first(async () => ({ tooLong: 9000 })));
      break;
    case 'endless answer':
      use(first(async () => ({ content: '{"events":[', isCut: true, inputTokens: 1, outputTokens: 1 })));
      break;
    case 'answers in another language':
      use(async (...given) => {
        const answer = await honest(...given);
        return 'content' in answer ? { ...answer, content: inAnyGerman(given[1], answer.content) } : answer;
      });
      break;
    case 'finds nothing':
      // Its answers are asked for again.
      staged.done = () => [];
      use(async (...given) => {
        const answer = await honest(...given);
        const isPart = given[1].messages[1]?.content.includes('Find in this part');
        return 'content' in answer && isPart ? { ...answer, content: '{}' } : answer;
      });
      break;
    default:
      throw new Error(`No test stages the fault "${fault}" of ${engine}.`);
  }
  return staged;
}

function inAnyGerman({ messages }: { messages: readonly { content: string }[] }, answer: string): string {
  const user = messages[1]?.content ?? '';
  if (user.includes('Find in this part')) return inGerman(answer);
  return user.includes('Write one recap') ? JSON.stringify({ paragraphs: [`${GERMAN} `.repeat(8)] }) : answer;
}

/** Not one of the bench's timers, which must all have ended. */
const IDLE_MS = 86_400_000;

const notesModelOf = (file: DownloadableModel['files'][number]): NotesModel => ({
  id: 'qwen3-4b',
  name: 'Toy',
  url: '',
  files: [file],
  computerBytes: 1000,
  memoryBytes: 1000,
});

/** The test waits for it, so it has the priority of the test. */
const realWriter: typeof startWriter = (file, options) => startWriter(file, { ...options, priority: 0 });

const loadsOnly =
  (whole: Uint8Array): typeof startWriter =>
  async (file, { contextTokens }) => {
    if (!(await readFile(file)).equals(whole)) throw new Error('invalid magic characters');
    return noProcess(contextTokens);
  };

const noProcess = (contextTokens: number): WriterProcess => ({
  contextTokens,
  pid: undefined,
  ended: false,
  write: () => Promise.reject(new Error('There is no process.')),
  stop: async () => undefined,
});

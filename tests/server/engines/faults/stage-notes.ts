import { createEndpointNotesEngine } from '#server/engines/notes/endpoint/engine.ts';
import { createHighlightsEngine } from '#server/engines/notes/highlights/engine.ts';
import {
  type ChatRequest,
  type ChatServer,
  honestAnswer,
  startChatServer,
} from '#tests/support/chat-server.ts';
import type { EngineFault } from '../../../../src/setup/faults/engine-faults.ts';
import type { FaultBench, Staged } from './fault-bench.ts';

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

function watched(bench: FaultBench): () => string[] {
  const inner = bench.notes;
  const messages: string[] = [];
  bench.notes = {
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

export async function stageHighlights(bench: FaultBench, row: EngineFault): Promise<Staged> {
  if (row.fault !== 'transcript that is not in English')
    throw new Error(`No test stages the fault "${row.fault}" of ${row.engine}.`);
  bench.notes = createHighlightsEngine();
  const text = 'Der Morgen graut über Altmühl, und die Wirtin stellt euch vier Schalen Brei hin. ';
  const turns = ['Dana', 'Kim'].map((speaker) => ({ speaker, text: text.repeat(12) }));
  return { sessionId: await bench.sessionWithTranscript(turns), lift: () => undefined };
}

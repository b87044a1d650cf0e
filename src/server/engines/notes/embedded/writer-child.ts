/** Runs llama.cpp in its own process, because damaged files and too little memory end it. */
import process from 'node:process';
import {
  type ChatHistoryItem,
  type ChatWrapper,
  getLlama,
  type Llama,
  type LlamaContextSequence,
  LlamaGrammarEvaluationState,
  type LlamaModel,
  resolveChatWrapper,
  type Token,
} from 'node-llama-cpp';
import { answerParent } from '../../models/answer-parent.ts';
import type { Message } from '../endpoint/transport.ts';
import type { FromWriter, ToWriter } from './writer-protocol.ts';

interface Loaded {
  llama: Llama;
  model: LlamaModel;
  sequence: LlamaContextSequence;
  wrapper: ChatWrapper;
}

/** Read at once; between these it can be aborted, and says that it is alive. */
const SLICE_TOKENS = 128;
const ALIVE_TOKENS = 8;
const FEWEST_ANSWER_TOKENS = 64;
const TEMPERATURE = 0.2;

let loaded: Loaded | null = null;
let isAborted = false;

answerParent<ToWriter, FromWriter>(async (question, alive) => {
  if ('load' in question) return load(question, alive);
  if ('abort' in question) {
    isAborted = true;
    return { aborted: true };
  }
  if (loaded === null) throw new Error('No model is loaded.');
  isAborted = false;
  return write(loaded, question, alive);
});

async function load(
  { load: modelPath, contextTokens, threads }: Extract<ToWriter, { load: string }>,
  alive: () => void,
): Promise<FromWriter> {
  const isMac = process.platform === 'darwin';
  const llama = await getLlama({
    gpu: isMac ? 'auto' : false,
    build: 'never',
    skipDownload: true,
    progressLogs: false,
  });
  const model = await llama.loadModel({
    modelPath,
    useMmap: false,
    onLoadProgress: alive,
    ...(isMac ? {} : { gpuLayers: 0 }),
  });
  const context = await model.createContext({
    contextSize: Math.min(contextTokens, model.trainContextSize),
    sequences: 1,
    threads,
    // What was read before is read again otherwise, on models that only look back a little.
    swaFullCache: true,
  });
  const sequence = context.getSequence();
  loaded = { llama, model, sequence, wrapper: resolveChatWrapper(model) };
  return { loaded: true, contextTokens: Math.min(contextTokens, sequence.contextSize) };
}

const asHistory = (messages: readonly Message[]): ChatHistoryItem[] => [
  ...messages.map(({ role, content }): ChatHistoryItem => {
    if (role === 'assistant') return { type: 'model', response: [content] };
    return { type: role, text: content };
  }),
  { type: 'model', response: [] },
];

async function write(
  { llama, model, sequence, wrapper }: Loaded,
  question: Extract<ToWriter, { write: unknown }>,
  alive: () => void,
): Promise<FromWriter> {
  const { contextText } = wrapper.generateContextState({ chatHistory: asHistory(question.write) });
  const tokens = contextText.tokenize(model.tokenizer);
  const room = Math.min(question.mostTokens, sequence.contextSize - tokens.length - 1);
  if (room < FEWEST_ANSWER_TOKENS) return { tooLong: tokens.length };
  // The last is read with the first that is written.
  await sequence.adaptStateToTokens(tokens.slice(0, -1), false);
  while (tokens.length - sequence.nextTokenIndex > SLICE_TOKENS) {
    if (isAborted) return { aborted: true };
    const from = sequence.nextTokenIndex;
    await sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(from, from + SLICE_TOKENS));
    alive();
  }
  const grammar = await llama.createGrammar({ grammar: question.grammar });
  const written: Token[] = [];
  let isCut = false;
  for await (const token of sequence.evaluate(tokens.slice(sequence.nextTokenIndex), {
    temperature: TEMPERATURE,
    grammarEvaluationState: new LlamaGrammarEvaluationState({ model, grammar }),
  })) {
    if (isAborted) return { aborted: true };
    written.push(token);
    isCut = written.length >= room;
    if (isCut) break;
    if (written.length % ALIVE_TOKENS === 0) alive();
  }
  return {
    content: model.detokenize(written),
    isCut,
    inputTokens: tokens.length,
    outputTokens: written.length,
  };
}

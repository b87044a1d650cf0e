import { availableParallelism, freemem } from 'node:os';
import process from 'node:process';
import { messageOf } from '#contract/unknown-values.ts';
import { type ServiceRefusal, type StartTimer, silenceLimit, startTimer } from '../../engine-service.ts';
import { ModelNotFetched } from '../../models/fetch-model.ts';
import type { Turns } from '../../models/turns.ts';
import { unlessAborted } from '../../unless-aborted.ts';
import type { Answered, Message } from '../endpoint/transport.ts';
import { grammarOf } from './grammar.ts';
import { type ModelHere, NoMemory } from './model-here.ts';
import { startWriter, type WriterProcess } from './writer-process.ts';

interface WriterHereSettings {
  here: ModelHere;
  turns: Turns;
  contextTokens?: number | null;
  silenceMs?: number;
  idleMs?: number;
  availableMemory?: () => number;
  start?: typeof startWriter;
  startTimer?: StartTimer;
}

export type WriterHere = ReturnType<typeof createWriterHere>;

/** A processor needs minutes to read more, whatever the model could. */
const CONTEXT_TOKENS = 8192;
const SHARE_OF_ANSWER = 0.38;
const SILENCE_MS = 600_000;
/** A loaded model takes gigabytes. */
const IDLE_MS = 600_000;
const LOADS_OF_A_FILE = 2;
const GIGABYTE = 1e9;

/** The language model on this computer, in a process of its own: started when it is needed, stopped when it is not. */
export function createWriterHere(settings: WriterHereSettings) {
  const { here, turns } = settings;
  const startAfter = settings.startTimer ?? startTimer;
  const silenceMs = settings.silenceMs ?? SILENCE_MS;
  let running: WriterProcess | null = null;
  let failedLoads = 0;
  let wasReplaced = false;
  let closing = new AbortController();
  let queue: Promise<unknown> = Promise.resolve();
  let cancelIdle = () => {};

  async function stop(): Promise<void> {
    closing.abort();
    closing = new AbortController();
    const current = running;
    running = null;
    await current?.stop();
  }

  /** One after the other: there is one process, which does one thing. */
  function inTurn<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
    const mine = queue.then(async () => {
      signal.throwIfAborted();
      cancelIdle();
      try {
        return await work();
      } finally {
        cancelIdle = startAfter(settings.idleMs ?? IDLE_MS, () => void stop());
      }
    });
    queue = mine.catch(() => undefined);
    return unlessAborted(mine, signal);
  }

  async function processOf(
    signal: AbortSignal,
    progress: (message: string) => void,
  ): Promise<WriterProcess | ServiceRefusal> {
    if (running !== null && !running.ended) return running;
    running = null;
    for (;;) {
      const gigabytes = (here.shown().downloadBytes / GIGABYTE).toFixed(1);
      let file: string;
      try {
        file = await here.file({
          signal,
          progress: (fraction) =>
            progress(`Fetching the language model (${gigabytes} GB, once): ${Math.floor(fraction * 100)} %`),
        });
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof ModelNotFetched || error instanceof NoMemory)) throw error;
        return refused(`could not be fetched (${messageOf(error)}). ${ADVICE}`);
      }
      const needed = here.shown().memoryBytes;
      const available = (settings.availableMemory ?? availableHere)();
      if (available < needed)
        return refused(
          `needs ${inGigabytes(needed)} of free memory, and ${inGigabytes(available)} are free. Close other programs, or set NOTES_HERE_MODEL to a smaller model.`,
        );
      progress('Loading the language model');
      const closed = closing.signal;
      try {
        running = await withoutSilence(AbortSignal.any([signal, closed]), (alive, limited) =>
          (settings.start ?? startWriter)(file, {
            contextTokens: settings.contextTokens ?? CONTEXT_TOKENS,
            threads: Math.max(1, availableParallelism() - 1),
            signal: limited,
            alive,
            startTimer: startAfter,
          }),
        );
        failedLoads = 0;
        return running;
      } catch (error) {
        signal.throwIfAborted();
        if (closed.aborted) return again('was stopped');
        failedLoads += 1;
        if (failedLoads < LOADS_OF_A_FILE) continue;
        failedLoads = 0;
        const isLast = wasReplaced || !here.canBeFetched;
        await here.reject(isLast ? 'cannotRun' : 'damaged');
        wasReplaced = true;
        if (isLast) return refused(`could not be loaded: ${messageOf(error)}. ${ADVICE}`);
      }
    }
  }

  /** @param work is stopped by its signal if it is not alive for that long */
  async function withoutSilence<Value>(
    signal: AbortSignal,
    work: (alive: () => void, limited: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    const silence = silenceLimit(silenceMs, startAfter, 'It did nothing for too long.');
    try {
      return await work(silence.heard, AbortSignal.any([signal, silence.signal]));
    } finally {
      silence.end();
    }
  }

  async function write(
    writer: WriterProcess,
    messages: readonly Message[],
    schema: Record<string, unknown>,
    signal: AbortSignal,
    mostTokens = Number.POSITIVE_INFINITY,
  ): Promise<Answered | ServiceRefusal> {
    const question = {
      messages,
      grammar: grammarOf(schema),
      mostTokens: Math.min(mostTokens, Math.floor(writer.contextTokens * SHARE_OF_ANSWER)),
    };
    try {
      const answer = await withoutSilence(signal, (alive, limited) =>
        writer.write(question, { signal: limited, alive }),
      );
      signal.throwIfAborted();
      if ('tooLong' in answer)
        return {
          kind: 'tooLong',
          reason: `has a context of ${writer.contextTokens} tokens, and this takes ${answer.tooLong}`,
          waitMs: null,
        };
      if (!('content' in answer)) return again('was silent for too long');
      return { kind: 'content', refusal: null, ...answer };
    } catch (error) {
      signal.throwIfAborted();
      await writer.stop();
      return again(`stopped in the middle of its answer (${messageOf(error)})`);
    }
  }

  turns.makesRoom(KIND, () => inTurn(new AbortController().signal, stop));

  return {
    id: `embedded ${here.name}`,
    /** Fetches and loads the model. A refusal says what to do. @throws the signal's reason */
    connect: ({ signal, progress }: { signal: AbortSignal; progress(message: string): void }) =>
      inTurn(signal, async () => {
        const found = await processOf(signal, progress);
        return 'kind' in found ? found : { model: here.name, contextTokens: found.contextTokens };
      }),
    /** As a transport does. @throws the signal's reason */
    send: (
      messages: readonly Message[],
      schema: Record<string, unknown>,
      signal: AbortSignal,
      mostTokens?: number,
    ) =>
      inTurn(signal, async () => {
        const found = await processOf(signal, () => {});
        return 'kind' in found ? found : write(found, messages, schema, signal, mostTokens);
      }),
    /** A stage: speech and its model wait. */
    turn: <Value>(
      options: { signal: AbortSignal; waits(): void; yields?: (() => void) | undefined },
      work: () => Promise<Value>,
    ) => turns.use(KIND, options, work),
    async close(): Promise<void> {
      cancelIdle();
      await stop();
      await queue;
      cancelIdle();
    },
  };
}

const KIND = 'notes';
const ADVICE =
  'Set NOTES_URL to a service with a language model, NOTES_MODEL_DIR to a folder with a GGUF file, or NOTES_MODEL_URL to an address to download it from.';
const refused = (reason: string): ServiceRefusal => ({ kind: 'setUp', reason, waitMs: null });
const again = (reason: string): ServiceRefusal => ({ kind: 'wait', reason, waitMs: null });
const inGigabytes = (bytes: number) => `${(bytes / GIGABYTE).toFixed(1)} GB`;

/** Node 20.13 and later know it, within a container too. */
const availableHere = (): number => process.availableMemory?.() ?? freemem();

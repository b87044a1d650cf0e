import { ownProgram } from '#server/platform/own-program.ts';
import { type StartTimer, startTimer } from '../../engine-service.ts';
import { loading, startModelChild } from '../../models/model-child.ts';
import type { Message } from '../endpoint/transport.ts';
import type { FromWriter, ToWriter } from './writer-protocol.ts';

export interface WriterProcess {
  readonly contextTokens: number;
  readonly pid: number | undefined;
  readonly ended: boolean;
  /** One at a time. Resolves only when it no longer works on it, also if the signal is aborted. */
  write(
    question: { messages: readonly Message[]; grammar: string; mostTokens: number },
    options: { signal: AbortSignal; alive(): void },
  ): Promise<FromWriter>;
  stop(): Promise<void>;
}

/** It may read a batch, which cannot be interrupted. */
const ABORT_LIMIT_MS = 2000;

/** @throws what the process said last, if it cannot load the file or ends */
export async function startWriter(
  file: string,
  options: {
    contextTokens: number;
    threads: number;
    signal: AbortSignal;
    alive(): void;
    startTimer?: StartTimer;
    priority?: number;
  },
): Promise<WriterProcess> {
  const { signal, contextTokens, threads, alive } = options;
  signal.throwIfAborted();
  const child = startModelChild<ToWriter, FromWriter>(
    ownProgram('writer-child', import.meta.url),
    'The process of the language model',
    options.priority,
  );
  const loaded = await loading(child, { load: file, contextTokens, threads }, { signal, alive });
  if (!('loaded' in loaded)) {
    await child.stop();
    throw new Error('The language model was not loaded.');
  }
  return {
    contextTokens: loaded.contextTokens,
    pid: child.pid,
    get ended() {
      return child.ended;
    },
    async write({ messages, grammar, mostTokens }, { signal: ofWrite, alive: writes }) {
      let cancelKill = () => {};
      const abort = () => {
        child.ask({ abort: true }).catch(() => undefined);
        cancelKill = (options.startTimer ?? startTimer)(ABORT_LIMIT_MS, () => void child.stop());
      };
      const writing = child.ask({ write: messages, grammar, mostTokens }, writes);
      ofWrite.addEventListener('abort', abort, { once: true });
      try {
        return await writing;
      } finally {
        ofWrite.removeEventListener('abort', abort);
        cancelKill();
      }
    },
    stop: child.stop,
  };
}

import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { present } from '#contract/unknown-values.ts';
import type { RecognizerModel } from './model-files.ts';
import type { FromRecognizer, RecognizerResult, ToRecognizer } from './recognizer-protocol.ts';

const KEPT_CHARACTERS = 600;

export interface RecognizerProcess {
  hear(samples: Int16Array): Promise<RecognizerResult>;
  readonly ended: boolean;
  stop(): void;
}

interface Waiting<Value> {
  resolve(value: Value): void;
  reject(error: Error): void;
}

const loaderOfSources = () => pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

export async function startRecognizer(
  model: RecognizerModel,
  options: { threads: number; signal: AbortSignal },
): Promise<RecognizerProcess> {
  options.signal.throwIfAborted();
  const program = fileURLToPath(new URL('./recognizer-child.ts', import.meta.url));
  const child: ChildProcess = fork(program, {
    execArgv: program.endsWith('.ts') ? ['--import', loaderOfSources()] : [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const waiting = new Map<number | null, Waiting<RecognizerResult | null>>();
  let said = '';
  let ended = false;
  let nextId = 0;

  const ask = (id: number | null, message: ToRecognizer) =>
    new Promise<RecognizerResult | null>((resolve, reject) => {
      if (ended) {
        reject(new Error('The recognizer has ended.'));
        return;
      }
      waiting.set(id, { resolve, reject });
      child.send(message, (error) => {
        if (error) settle(id)?.reject(error);
      });
    });
  const settle = (id: number | null) => {
    const one = waiting.get(id);
    waiting.delete(id);
    return one;
  };
  const end = (reason: string) => {
    ended = true;
    for (const id of [...waiting.keys()]) settle(id)?.reject(new Error(reason));
  };

  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-KEPT_CHARACTERS);
  });
  child.on('message', (message: FromRecognizer) => {
    if (message.type === 'loaded') settle(null)?.resolve(null);
    else if (message.type === 'heard') settle(message.id)?.resolve(message.result);
    else settle(message.id)?.reject(new Error(message.message));
  });
  child.on('error', (error) => end(error.message));
  child.on('close', (code, signal) => {
    const last = said.trim().split('\n').at(-1);
    end(`The recognizer crashed (${signal ?? code})${last ? `: ${last}` : ''}`);
  });
  const stop = () => child.kill('SIGKILL');

  options.signal.addEventListener('abort', stop, { once: true });
  try {
    await ask(null, { type: 'load', model, threads: options.threads });
  } catch (error) {
    stop();
    options.signal.throwIfAborted();
    throw error;
  } finally {
    options.signal.removeEventListener('abort', stop);
  }
  return {
    async hear(samples) {
      nextId += 1;
      return present(await ask(nextId, { type: 'hear', id: nextId, samples }), 'answer of the recognizer');
    },
    get ended() {
      return ended;
    },
    stop,
  };
}

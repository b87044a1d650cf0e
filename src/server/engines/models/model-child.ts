import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';

export interface ToChild<Question> {
  id: number;
  question: Question;
}

/** `alive`: it still works on the answer. */
export type FromChild<Answer> =
  | { id: number; answer: Answer }
  | { id: number; failure: string }
  | { id: number; alive: true };

export interface ModelChild<Question, Answer> {
  /** Rejects with the child's words, or with its end. @param alive is called while it works */
  ask(question: Question, alive?: () => void): Promise<Answer>;
  readonly pid: number | undefined;
  readonly ended: boolean;
  /** Resolves once it is gone, and its memory with it. */
  stop(): Promise<void>;
}

interface Waiting<Answer> {
  resolve(answer: Answer): void;
  reject(error: Error): void;
  alive(): void;
}

const KEPT_CHARACTERS = 600;

const loaderOfSources = () => pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

/**
 * A program that runs a model in a process of its own, since damaged files end it. It uses `answerParent`. @param name for messages, such as “The
 * recognizer” @param priority as the system counts it: hours of work come after what someone waits for, such as the sound of a recording
 */
export function startModelChild<Question, Answer>(
  program: URL,
  name: string,
  priority: number = constants.priority.PRIORITY_BELOW_NORMAL,
): ModelChild<Question, Answer> {
  const path = fileURLToPath(program);
  const child: ChildProcess = fork(path, {
    execArgv: path.endsWith('.ts') ? ['--import', loaderOfSources()] : [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  giveWay(child.pid, priority);
  const waiting = new Map<number, Waiting<Answer>>();
  const gone = new Promise<void>((resolve) =>
    child.once('close', () => resolve()).once('error', () => resolve()),
  );
  let said = '';
  let ended = false;
  let nextId = 0;

  const settle = (id: number) => {
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
  child.on('message', (message: FromChild<Answer>) => {
    if ('answer' in message) settle(message.id)?.resolve(message.answer);
    else if ('failure' in message) settle(message.id)?.reject(new Error(message.failure));
    else waiting.get(message.id)?.alive();
  });
  child.on('error', (error) => end(error.message));
  child.on('close', (code, signal) => {
    const last = said.trim().split('\n').at(-1);
    end(`${name} crashed (${signal ?? code})${last ? `: ${last}` : ''}`);
  });

  return {
    ask: (question, alive = () => undefined) =>
      new Promise<Answer>((resolve, reject) => {
        if (ended) {
          reject(new Error(`${name} has ended.`));
          return;
        }
        nextId += 1;
        const message: ToChild<Question> = { id: nextId, question };
        waiting.set(message.id, { resolve, reject, alive });
        child.send(message, (error) => {
          if (error) settle(message.id)?.reject(error);
        });
      }),
    pid: child.pid,
    get ended() {
      return ended;
    },
    stop() {
      child.kill('SIGKILL');
      return gone;
    },
  };
}

/** The child has loaded its model; it is stopped if it cannot, or once `signal` is aborted. @param alive is called while it works */
export async function loading<Question, Answer>(
  child: ModelChild<Question, Answer>,
  load: Question,
  { signal, alive }: { signal: AbortSignal; alive?: () => void },
): Promise<Answer> {
  const stop = () => void child.stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await child.ask(load, alive);
  } catch (error) {
    await child.stop();
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** A server that itself gives way may not be allowed to: then the child has its priority. */
function giveWay(pid: number | undefined, priority: number): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, priority);
  } catch {
    return;
  }
}

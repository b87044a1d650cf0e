import { isMainThread } from 'node:worker_threads';
import { ownTask } from './thread-time.ts';

export type Methods = Record<string, (...given: never[]) => unknown>;

interface Port {
  postMessage(message: unknown, transfer?: readonly ArrayBuffer[]): void;
  on(event: 'message', heard: (message: Message) => void): unknown;
}

/** Classes do not survive the port. */
export interface CrossedError {
  name: string;
  message: string;
  fields: Record<string, unknown>;
  stack: string | null;
}

type Message =
  | { kind: 'call'; id: number; method: string; given: unknown[] }
  | { kind: 'answer'; id: number; value: unknown }
  | { kind: 'failure'; id: number; error: CrossedError }
  | { kind: 'task'; task: string | null };

/** @param Theirs the methods at the other end */
export function createPeer<Theirs extends Methods>(
  port: Port,
  methods: () => Methods,
  revive: (crossed: CrossedError) => Error = (crossed) =>
    Object.assign(new Error(crossed.message), crossed.fields),
) {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let nextId = 0;
  let task: string | null | undefined;

  async function answer({ id, method, given }: Extract<Message, { kind: 'call' }>): Promise<void> {
    try {
      const known = methods();
      const called = Object.hasOwn(known, method) ? known[method] : undefined;
      if (called === undefined) throw new Error(`There is no method ${method}.`);
      // biome-ignore lint/plugin: both ends of a port are typed by the same list of methods.
      port.postMessage({ kind: 'answer', id, value: await called(...(given as never[])) });
    } catch (error) {
      port.postMessage({ kind: 'failure', id, error: crossing(error) });
    }
  }

  port.on('message', (message) => {
    if (message.kind === 'call') return void answer(message);
    if (message.kind === 'task') {
      task = message.task;
      return;
    }
    const waits = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.kind === 'answer') waits?.resolve(message.value);
    else waits?.reject(revive(message.error));
  });

  if (!isMainThread) port.postMessage({ kind: 'task', task: ownTask() });

  return {
    /** Of the thread at the other end, for `processorMs`; undefined until it has started. */
    task: (): string | null | undefined => task,
    call: <Name extends keyof Theirs & string>(
      method: Name,
      given: Parameters<Theirs[Name]>,
      transfer: ArrayBuffer[] = [],
    ) =>
      new Promise<Awaited<ReturnType<Theirs[Name]>>>((resolve, reject) => {
        nextId += 1;
        waiting.set(nextId, { resolve, reject });
        port.postMessage({ kind: 'call', id: nextId, method, given }, transfer);
      }),
    fail(error: Error): void {
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    },
  };
}

function crossing(error: unknown): CrossedError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), fields: {}, stack: null };
  const isPlain = (value: unknown) =>
    ['string', 'number', 'boolean'].includes(typeof value) || value === null;
  const fields = Object.entries(error).filter(
    ([name, value]) =>
      name !== 'name' && (isPlain(value) || ['limit', 'details', 'questions'].includes(name)),
  );
  return {
    name: error.name,
    message: error.message,
    fields: Object.fromEntries(fields),
    stack: error.stack ?? null,
  };
}

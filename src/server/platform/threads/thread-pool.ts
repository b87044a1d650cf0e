import { createRequire } from 'node:module';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type CrossedError, createPeer, type Methods } from './peer.ts';
import { processorMs } from './thread-time.ts';

type ThreadFailureReason = 'timeLimit' | 'outOfMemory' | 'crashed' | 'closed';

export class ThreadFailure extends Error {
  override readonly name = 'ThreadFailure';
  readonly reason: ThreadFailureReason;

  constructor(reason: ThreadFailureReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** However busy the computer is, a job ends. */
const WALL_TIMES = 10;
const LOOKS = 50;

/** @param Own the methods of its program */
export interface Thread<Own extends Methods> {
  /** @param options.timeLimitMs processor time of this thread, and ten times as much in all; time passed where there is only that */
  call<Name extends keyof Own & string>(
    method: Name,
    given: Parameters<Own[Name]>,
    options?: { timeLimitMs?: number; transfer?: ArrayBuffer[] },
  ): Promise<Awaited<ReturnType<Own[Name]>>>;
}

interface ThreadUse {
  signal?: AbortSignal;
  methods?: Methods;
  owner?: string;
}

interface ThreadPoolOptions {
  program: string;
  size: number;
  memoryMegabytes: number;
  /** For new objects: with less a thread takes less memory, and more time. Default: what Node gives. */
  youngMegabytes?: number;
  idleMs?: number;
  revive?: (crossed: CrossedError) => Error;
}

interface Waiting {
  owner: string | undefined;
  begin(): void;
  reject(error: Error): void;
}

export function createThreadPool<Own extends Methods>(options: ThreadPoolOptions) {
  const { size, idleMs = 60_000 } = options;
  const idle: LiveThread<Own>[] = [];
  const all = new Set<LiveThread<Own>>();
  const queue: Waiting[] = [];
  const owners = new Set<string>();
  let running = 0;
  let closed = false;

  const closedFailure = () => new ThreadFailure('closed', 'The server is stopping.');

  function beginNext(): void {
    while (running < size) {
      const at = queue.findIndex(({ owner }) => owner === undefined || !owners.has(owner));
      if (at < 0) return;
      const [next] = queue.splice(at, 1);
      running += 1;
      if (next?.owner !== undefined) owners.add(next.owner);
      next?.begin();
    }
  }

  function turn(owner: string | undefined, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        const at = queue.indexOf(waiting);
        if (at >= 0) queue.splice(at, 1);
        reject(signal?.reason);
      };
      const waiting: Waiting = {
        owner,
        begin() {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
        reject,
      };
      signal?.addEventListener('abort', leave, { once: true });
      queue.push(waiting);
      beginNext();
    });
  }

  function take(): LiveThread<Own> {
    for (let thread = idle.pop(); thread !== undefined; thread = idle.pop())
      if (!thread.hasEnded()) return thread;
    const thread = startThread<Own>(options, () => all.delete(thread));
    all.add(thread);
    return thread;
  }

  function giveBack(thread: LiveThread<Own>): void {
    if (closed) void thread.end(closedFailure());
    if (thread.hasEnded()) return;
    thread.rest(idleMs);
    idle.push(thread);
  }

  return {
    async use<Result>(
      work: (thread: Thread<Own>) => Promise<Result>,
      { signal, methods = {}, owner }: ThreadUse = {},
    ): Promise<Result> {
      signal?.throwIfAborted();
      if (closed) throw closedFailure();
      await turn(owner, signal);
      const thread = take();
      const stop = () => thread.end(signal?.reason);
      try {
        signal?.throwIfAborted();
        signal?.addEventListener('abort', stop, { once: true });
        thread.wake(methods);
        return await work(thread);
      } finally {
        signal?.removeEventListener('abort', stop);
        giveBack(thread);
        running -= 1;
        if (owner !== undefined) owners.delete(owner);
        beginNext();
      }
    },
    async close(): Promise<void> {
      closed = true;
      for (const { reject } of queue.splice(0)) reject(closedFailure());
      await Promise.all([...all].map((thread) => thread.end(closedFailure())));
    },
  };
}

interface LiveThread<Own extends Methods> extends Thread<Own> {
  hasEnded(): boolean;
  wake(methods: Methods): void;
  rest(idleMs: number): void;
  end(reason: Error): Promise<void>;
}

/** Node cannot run TypeScript as a worker's entry, so a line of JavaScript loads tsx first. */
function fromSource(program: string): string {
  const loader = createRequire(import.meta.url)
    .resolve('tsx/esm/api')
    .replace(/\.cjs$/, '.mjs');
  return `import(${JSON.stringify(pathToFileURL(loader).href)})
    .then(({ register }) => { register(); return import(${JSON.stringify(program)}); });`;
}

function startThread<Own extends Methods>(
  { program, memoryMegabytes, youngMegabytes, revive }: ThreadPoolOptions,
  onEnd: () => void,
): LiveThread<Own> {
  const resourceLimits = {
    maxOldGenerationSizeMb: memoryMegabytes,
    ...(youngMegabytes !== undefined && { maxYoungGenerationSizeMb: youngMegabytes }),
  };
  const limits = { execArgv: [], resourceLimits };
  const worker = program.endsWith('.ts')
    ? new Worker(fromSource(program), { eval: true, ...limits })
    : new Worker(new URL(program), limits);
  let methods: Methods = {};
  let ended: Error | null = null;
  let resting: NodeJS.Timeout | undefined;
  const peer = createPeer<Own>(worker, () => methods, revive);

  function fail(reason: Error): void {
    clearTimeout(resting);
    ended ??= reason;
    peer.fail(ended);
    onEnd();
  }
  worker.on('error', (error: NodeJS.ErrnoException) =>
    fail(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? new ThreadFailure('outOfMemory', `A thread needed more than ${memoryMegabytes} MB.`)
        : Object.assign(new ThreadFailure('crashed', `A thread crashed: ${error.message}`), { cause: error }),
    ),
  );
  worker.on('exit', (code) => fail(new ThreadFailure('crashed', `A thread ended with ${code}.`)));

  /** Null where only the time that passed is known. */
  const usedMs = (): number | null => {
    const task = peer.task();
    // It is starting.
    if (task === undefined) return process.platform === 'linux' ? 0 : null;
    return task === null ? null : processorMs(task);
  };

  async function end(reason: Error): Promise<void> {
    fail(reason);
    await worker.terminate();
  }

  async function limited<Value>(
    method: string,
    timeLimitMs: number,
    asked: () => Promise<Value>,
  ): Promise<Value> {
    const began = performance.now();
    const usedBefore = usedMs();
    const check = () => {
      const passed = performance.now() - began;
      const used = usedMs();
      const taken = used === null ? passed : used - (usedBefore ?? 0);
      if (taken <= timeLimitMs && passed <= timeLimitMs * WALL_TIMES) return;
      void end(new ThreadFailure('timeLimit', `${method} took longer than ${timeLimitMs} ms.`));
    };
    const looking = setInterval(check, Math.max(5, timeLimitMs / LOOKS));
    try {
      const answer = await asked();
      check();
      if (ended !== null) throw ended;
      return answer;
    } finally {
      clearInterval(looking);
    }
  }

  return {
    hasEnded: () => ended !== null,
    call(method, given, { timeLimitMs, transfer } = {}) {
      if (ended !== null) return Promise.reject(ended);
      const asked = () => peer.call(method, given, transfer);
      return timeLimitMs === undefined ? asked() : limited(method, timeLimitMs, asked);
    },
    wake(given) {
      clearTimeout(resting);
      methods = given;
      worker.ref();
    },
    rest(idleMs) {
      methods = {};
      worker.unref();
      resting = setTimeout(() => void end(new ThreadFailure('closed', 'Unused.')), idleMs).unref();
    },
    end,
  };
}

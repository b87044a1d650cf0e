import { createRequire } from 'node:module';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type CrossedError, createPeer, type Peer } from './peer.ts';
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

type AnyMethods = Record<string, (...given: never[]) => unknown>;
type CallOptions = { timeLimitMs?: number; transfer?: ArrayBuffer[] };

/** @param Methods those of its program */
export interface Thread<Methods extends AnyMethods> {
  /** @param options.timeLimitMs processor time of this thread, and ten times as much in all; time passed where there is only that */
  call<Name extends keyof Methods & string>(
    method: Name,
    given: Parameters<Methods[Name]>,
    options?: CallOptions,
  ): Promise<Awaited<ReturnType<Methods[Name]>>>;
}

interface ThreadUse {
  signal?: AbortSignal;
  methods?: AnyMethods;
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

export function createThreadPool<Methods extends AnyMethods>(options: ThreadPoolOptions) {
  const { size, idleMs = 60_000 } = options;
  const idle: LiveThread[] = [];
  const all = new Set<LiveThread>();
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

  function take(): LiveThread {
    for (let thread = idle.pop(); thread !== undefined; thread = idle.pop())
      if (!thread.hasEnded()) return thread;
    const thread = startThread(options, () => all.delete(thread));
    all.add(thread);
    return thread;
  }

  function giveBack(thread: LiveThread): void {
    if (closed) void thread.end(closedFailure());
    if (thread.hasEnded()) return;
    thread.rest(idleMs);
    idle.push(thread);
  }

  return {
    async use<Result>(
      work: (thread: Thread<Methods>) => Promise<Result>,
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
        // biome-ignore lint/plugin: its program has these methods.
        return await work(thread as Thread<Methods>);
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

interface LiveThread {
  call(method: string, given: unknown[], options?: CallOptions): Promise<unknown>;
  hasEnded(): boolean;
  wake(methods: AnyMethods): void;
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

function startThread(
  { program, memoryMegabytes, youngMegabytes, revive }: ThreadPoolOptions,
  onEnd: () => void,
): LiveThread {
  const resourceLimits = {
    maxOldGenerationSizeMb: memoryMegabytes,
    ...(youngMegabytes !== undefined && { maxYoungGenerationSizeMb: youngMegabytes }),
  };
  const limits = { execArgv: [], resourceLimits };
  const worker = program.endsWith('.ts')
    ? new Worker(fromSource(program), { eval: true, ...limits })
    : new Worker(new URL(program), limits);
  let methods: AnyMethods = {};
  let ended: Error | null = null;
  let resting: NodeJS.Timeout | undefined;
  const peer: Peer = createPeer(worker, () => methods, revive);

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

  return {
    hasEnded: () => ended !== null,
    async call(method, given, { timeLimitMs, transfer } = {}) {
      if (ended !== null) throw ended;
      if (timeLimitMs === undefined) return peer.call(method, given, transfer);
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
        const answer = await peer.call(method, given, transfer);
        check();
        if (ended !== null) throw ended;
        return answer;
      } finally {
        clearInterval(looking);
      }
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

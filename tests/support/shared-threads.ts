import { createThreads, type Threads } from '#server/engines/threads/threads.ts';

let threads: Threads | undefined;

/** Of all servers of a process, which ends them: starting one from its source takes half a second of CPU. */
export function sharedThreads(): Threads {
  threads ??= createThreads({ analysesAtOnce: 2 });
  return { ...threads, close: async () => undefined };
}

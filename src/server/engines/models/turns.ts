/** Models that fill the memory, and all cores: only those of one kind work at a time. */
export type Turns = ReturnType<typeof createTurns>;

export function createTurns() {
  const rooms = new Map<string, () => Promise<void>>();
  const yielding = new Set<() => void>();
  const queue: { kind: string; begin: () => void }[] = [];
  let current: string | null = null;
  let users = 0;

  function beginNext(): void {
    for (let next = queue[0]; next !== undefined; next = queue[0]) {
      if (users > 0 && next.kind !== current) return;
      queue.shift();
      users += 1;
      next.begin();
      current = next.kind;
    }
  }

  function turn(kind: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        const at = queue.indexOf(waiting);
        if (at >= 0) queue.splice(at, 1);
        reject(signal.reason);
        beginNext();
      };
      const waiting = {
        kind,
        begin() {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      queue.push(waiting);
      beginNext();
    });
  }

  return {
    /** Waits for those of other kinds; then their processes are stopped. Those of one kind share a turn. `yields` is called when anybody else has one or wants one, whoever came first. @throws the signal's reason */
    async use<Value>(
      kind: string,
      {
        signal,
        waits,
        yields,
      }: { signal: AbortSignal; waits?: () => void; yields?: (() => void) | undefined },
      work: () => Promise<Value>,
    ): Promise<Value> {
      signal.throwIfAborted();
      for (const leave of yielding) leave();
      if (users > 0 || queue.length > 0) yields?.();
      signal.throwIfAborted();
      if (queue.length > 0 || (users > 0 && current !== kind)) waits?.();
      if (yields !== undefined) yielding.add(yields);
      try {
        await turn(kind, signal);
        try {
          for (const [other, stop] of rooms) if (other !== kind) await stop();
          return await work();
        } finally {
          users -= 1;
          beginNext();
        }
      } finally {
        if (yields !== undefined) yielding.delete(yields);
      }
    },
    /** What ends the processes of a kind when another has its turn. */
    makesRoom: (kind: string, stop: () => Promise<void>): void => void rooms.set(kind, stop),
  };
}

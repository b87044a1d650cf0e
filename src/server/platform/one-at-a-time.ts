/** As `oneAtATime`, for each key by itself. */
export function oneAtATimeFor(): <Result>(key: string, work: () => Promise<Result>) => Promise<Result> {
  const queues = new Map<string, { run: ReturnType<typeof oneAtATime>; waiting: number }>();
  return async (key, work) => {
    const queue = queues.get(key) ?? { run: oneAtATime(), waiting: 0 };
    queues.set(key, queue);
    queue.waiting += 1;
    try {
      return await queue.run(work);
    } finally {
      queue.waiting -= 1;
      if (queue.waiting === 0) queues.delete(key);
    }
  };
}

/** @returns runs work when all work given before has ended, or failed */
export function oneAtATime(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const running = last.then(work);
    last = running.catch(() => undefined);
    return running;
  };
}

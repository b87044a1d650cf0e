/**
 * Runs what has the same key one after the other, so that of two that read the same object the later one has also read it
 * later.
 */
export function createOneAtATime(): <Result>(key: string, work: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const before = last.get(key) ?? Promise.resolve();
    const now = before.then(work, work);
    const settled = now
      .catch(() => undefined)
      .then(() => {
        if (last.get(key) === settled) last.delete(key);
      });
    last.set(key, settled);
    return now;
  };
}

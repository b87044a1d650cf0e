import { setTimeout as wait } from 'node:timers/promises';

/** End with the connection, and so with the process. */
export interface SharedLocks {
  tryLock(key: string): Promise<boolean>;
  unlock(key: string): Promise<void>;
  whenLost(lost: () => void): void;
}

export interface LockUse {
  signal?: AbortSignal;
  /** Another process waits for the lock, or it is lost: release it soon. */
  onWanted?: () => void;
}

/** Excludes others in all processes on the database. */
export type Locks = ReturnType<typeof createLocks>;

const channel = 'lock_wanted';
const tryEveryMs = 100;
const askEvery = 10;

export function createLocks(
  driver: {
    sharedLocks: SharedLocks | null;
    listen(channel: string, heard: (payload: string) => void): Promise<unknown>;
  },
  notify: (channel: string, payload: string) => Promise<void>,
) {
  const { sharedLocks } = driver;
  const holders = new Map<string, { use: LockUse; released: Promise<void> }>();
  let listening: Promise<unknown> | null = null;

  sharedLocks?.whenLost(() => {
    for (const { use } of holders.values()) use.onWanted?.();
  });

  /** @returns the release */
  async function takeHere(key: string, use: LockUse): Promise<() => void> {
    for (let holder = holders.get(key); holder !== undefined; holder = holders.get(key)) {
      holder.use.onWanted?.();
      await Promise.race([holder.released, abortOf(use.signal)]);
      use.signal?.throwIfAborted();
    }
    return hold(key, use);
  }

  function hold(key: string, use: LockUse): () => void {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    holders.set(key, { use, released });
    return () => {
      holders.delete(key);
      release();
    };
  }

  async function takeShared(key: string, { signal }: LockUse): Promise<void> {
    if (sharedLocks === null) return;
    listening ??= driver.listen(channel, (wanted) => holders.get(wanted)?.use.onWanted?.());
    await listening;
    for (let tries = 0; !(await sharedLocks.tryLock(key)); tries += 1) {
      if (tries % askEvery === 0) await notify(channel, key);
      await wait(tryEveryMs, undefined, signal === undefined ? {} : { signal });
    }
  }

  /** Waits. @returns the release */
  async function take(key: string, use: LockUse = {}) {
    use.signal?.throwIfAborted();
    const releaseHere = await takeHere(key, use);
    try {
      await takeShared(key, use);
    } catch (error) {
      releaseHere();
      throw error;
    }
    return releaseOf(key, releaseHere);
  }

  const releaseOf = (key: string, releaseHere: () => void) => async () => {
    try {
      await sharedLocks?.unlock(key);
    } finally {
      releaseHere();
    }
  };

  /** Does not wait. @returns the release; null if none is free */
  async function takeOneOf(keys: readonly string[], use: LockUse = {}) {
    for (const key of keys) {
      if (holders.has(key)) continue;
      const releaseHere = hold(key, use);
      try {
        if (sharedLocks === null || (await sharedLocks.tryLock(key))) return releaseOf(key, releaseHere);
      } catch (error) {
        releaseHere();
        throw error;
      }
      releaseHere();
    }
    return null;
  }

  return {
    take,
    takeOneOf,
    async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
      const release = await take(key);
      try {
        return await work();
      } finally {
        await release();
      }
    },
  };
}

function abortOf(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}

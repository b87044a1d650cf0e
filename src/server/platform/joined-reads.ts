import { breath } from './breath.ts';

/**
 * Shares a read among callers with the same key; it always starts after the call, so it is never stale. It
 * waits for requests on sockets to arrive, because the embedded database then blocks this thread.
 */
export function joinReads<Answer>(read: (key: string) => Promise<Answer>): (key: string) => Promise<Answer> {
  const waiting = new Map<string, Promise<Answer>>();

  return (key) => {
    const joined = waiting.get(key);
    if (joined !== undefined) return joined;
    const answer = breath().then(() => {
      waiting.delete(key);
      return read(key);
    });
    waiting.set(key, answer);
    return answer;
  };
}

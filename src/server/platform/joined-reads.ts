import { breath } from './breath.ts';

/**
 * A read starts after its callers' calls, so it is never stale, and once requests on sockets have arrived,
 * because the embedded database then blocks this thread.
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

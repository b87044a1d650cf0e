import { breath } from './breath.ts';

/**
 * Lets callers that ask for the same key share one read. Each caller gets a read that started after its call,
 * so the result is never older than the call. A read starts only once all requests waiting on sockets have
 * arrived: the embedded database runs on this thread and would block them until it ends.
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

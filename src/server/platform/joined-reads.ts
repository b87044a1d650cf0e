import { breath } from './breath.ts';

/**
 * Lets callers that ask for the same key share one read. Each caller gets a read that began after the call, so an
 * answer is never older than the question. A read begins once all requests that are waiting on sockets have arrived:
 * the embedded database works on this thread, and would keep them out until it ended.
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

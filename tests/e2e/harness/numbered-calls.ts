interface Call {
  number: number;
  method: string;
  path: string;
}

/** The browser's fetch, which numbers its requests: the test finds the one that is still waited for by it. */
export function createNumberedCalls() {
  let count = 0;
  const waiting = new Set<Call>();

  const numberedFetch: typeof fetch = (input, init) => {
    count += 1;
    const request = new Request(input, init);
    request.headers.set('x-call-number', String(count));
    const { pathname, search } = new URL(request.url);
    const call = { number: count, method: request.method, path: pathname + search };
    waiting.add(call);
    request.signal.addEventListener('abort', () => waiting.delete(call));
    return window.fetch(request);
  };

  return {
    fetch: numberedFetch,
    /** Number of the newest call that nobody has given up; null where there is none. */
    newest: (method: string, path: RegExp): number | null =>
      [...waiting].findLast((call) => call.method === method && path.test(call.path))?.number ?? null,
  };
}

interface Call {
  number: number;
  method: string;
  path: string;
}

const header = 'x-call-number';
const BrowserRequest = window.XMLHttpRequest;

/** Over all apps that the page shows one after the other. */
let count = 0;

/**
 * The browser's fetch and its XMLHttpRequest, which number their requests: by it the test finds the one that is still
 * waited for.
 */
export function createNumberedCalls() {
  const waiting = new Set<Call>();

  function begin(method: string, address: string): Call {
    count += 1;
    const { pathname, search } = new URL(address, window.location.href);
    const call = { number: count, method, path: pathname + search };
    waiting.add(call);
    return call;
  }

  const numberedFetch: typeof fetch = (input, init) => {
    const request = new Request(input, init);
    const call = begin(request.method, request.url);
    request.headers.set(header, String(call.number));
    request.signal.addEventListener('abort', () => waiting.delete(call));
    return window.fetch(request);
  };

  class NumberedRequest extends BrowserRequest {
    override open(method: string, address: string | URL): void {
      super.open(method, address);
      const call = begin(method, String(address));
      this.setRequestHeader(header, String(call.number));
      this.addEventListener('loadend', () => waiting.delete(call));
    }
  }

  return {
    fetch: numberedFetch,
    XMLHttpRequest: NumberedRequest,
    /** Number of the newest call by one of these methods that nobody has given up; null where there is none. */
    newest: (methods: readonly string[], path: RegExp): number | null =>
      [...waiting].findLast((call) => methods.includes(call.method) && path.test(call.path))?.number ?? null,
    /** What nobody has given up, in words. */
    waiting: (): string[] =>
      [...waiting].slice(-12).map(({ number, method, path }) => `${method} ${path} (call ${number})`),
  };
}

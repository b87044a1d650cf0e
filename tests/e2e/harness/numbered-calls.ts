/** A request of the page that has neither ended nor been aborted. */
export interface Call {
  number: number;
  method: string;
  path: string;
  /** The backend has confirmed that it has it. */
  hasArrived: boolean;
  /** Bytes of an open stream that the page has read so far. */
  bytes: number;
}

const header = 'x-call-number';
const BrowserRequest = window.XMLHttpRequest;

/**
 * Numbers the requests of fetch and XMLHttpRequest, so that the test knows which have reached the backend,
 * which are pending, and when all answers have been read.
 */
export function createNumberedCalls() {
  let count = 0;
  const open = new Map<number, Call>();

  function begin(method: string, address: string): Call {
    count += 1;
    const { pathname, search } = new URL(address, window.location.href);
    const call = { number: count, method, path: pathname + search, hasArrived: false, bytes: 0 };
    open.set(count, call);
    return call;
  }

  const end = ({ number }: Call): void => void open.delete(number);

  /** The same answer; the call ends with its body. */
  function watched(call: Call, response: Response): Response {
    const reader = response.body!.getReader();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) {
            end(call);
            controller.close();
          } else {
            call.bytes += value.length;
            controller.enqueue(value);
          }
        } catch (error) {
          end(call);
          controller.error(error);
        }
      },
      cancel(reason) {
        end(call);
        return reader.cancel(reason);
      },
    });
    return new Response(body, response);
  }

  /** The same answer with its body already loaded, so that reading it takes the browser no time. */
  async function whole(response: Response): Promise<Response> {
    const content = await response.arrayBuffer();
    const text = async () => new TextDecoder().decode(content);
    return Object.assign(new Response(response.status === 204 ? null : content, response), {
      text,
      json: async () => JSON.parse(await text()) as unknown,
    });
  }

  const numberedFetch: typeof fetch = async (input, init) => {
    // With its cache, Chromium lets a second request of an address wait up to 20 seconds behind one that is held.
    const request = new Request(input, { ...init, cache: 'no-store' });
    const call = begin(request.method, request.url);
    request.headers.set(header, String(call.number));
    request.signal.addEventListener('abort', () => end(call));
    let isStream = false;
    try {
      const response = await window.fetch(request);
      isStream = response.headers.get('content-type') === 'text/event-stream';
      return isStream ? watched(call, response) : await whole(response);
    } finally {
      if (!isStream) end(call);
    }
  };

  class NumberedRequest extends BrowserRequest {
    override open(method: string, address: string | URL): void {
      super.open(method, address);
      const call = begin(method, String(address));
      this.setRequestHeader(header, String(call.number));
      this.addEventListener('loadend', () => end(call));
    }
  }

  return {
    fetch: numberedFetch,
    XMLHttpRequest: NumberedRequest,
    open: (): readonly Call[] => [...open.values()],
    noteArrivals(numbers: readonly number[]): void {
      for (const number of numbers) {
        const call = open.get(number);
        if (call !== undefined) call.hasArrived = true;
      }
    },
  };
}

export type NumberedCalls = ReturnType<typeof createNumberedCalls>;

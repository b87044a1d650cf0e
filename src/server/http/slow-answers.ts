/** Keeps proxies from closing a quiet response. */
const HEARTBEAT_MS = 20_000;

/**
 * Responses whose end takes a while: `first` is sent at once, then `beat` again and again, at last what `work` gives. They take no place in a gate
 * meanwhile, and nothing of them is stored. Who leaves cancels the work, and so does `end`.
 */
export function createSlowAnswers({ heartbeatMs = HEARTBEAT_MS }: { heartbeatMs?: number } = {}) {
  const open = new Set<AbortController>();
  return {
    respond(
      { first, beat, headers }: { first: string; beat: string; headers: Record<string, string> },
      asked: AbortSignal,
      work: (signal: AbortSignal) => Promise<string>,
    ): Response {
      const cancelled = new AbortController();
      const signal = AbortSignal.any([asked, cancelled.signal]);
      const encoder = new TextEncoder();
      open.add(cancelled);
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          const send = (text: string) => {
            if (!signal.aborted) controller.enqueue(encoder.encode(text));
          };
          const heartbeat = setInterval(() => send(beat), heartbeatMs);
          send(first);
          void work(signal)
            .then(send)
            .then(() => controller.close())
            .catch((error: unknown) => controller.error(error))
            .finally(() => {
              clearInterval(heartbeat);
              open.delete(cancelled);
            });
        },
        cancel: () => cancelled.abort(),
      });
      return new Response(body, {
        headers: { 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no', ...headers },
      });
    },
    end() {
      for (const each of open) each.abort();
    },
  };
}

export type SlowAnswers = ReturnType<typeof createSlowAnswers>;

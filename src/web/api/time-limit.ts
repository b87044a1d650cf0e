import { ApiFailure } from './api-failure.ts';
import type { Timers } from './timers.ts';

/** R7. */
export const callTimeout = 60_000;

/** `extend` restarts the time limit. Rejects with an `ApiFailure`, or with the signal's reason. */
export async function withTimeLimit<Value>(
  timers: Timers,
  milliseconds: number,
  given: AbortSignal | undefined,
  work: (signal: AbortSignal, extend: (milliseconds: number) => void) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController();
  const expire = () => controller.abort(new ApiFailure('timeout'));
  const abort = () => controller.abort(given?.reason);
  let timer = timers.setTimeout(expire, milliseconds);
  given?.addEventListener('abort', abort);
  if (given?.aborted) abort();
  // A fetch that ignores its signal must not block the caller.
  const aborted = new Promise<never>((_, reject) => {
    const rejectWithReason = () => reject(controller.signal.reason);
    controller.signal.addEventListener('abort', rejectWithReason);
    if (controller.signal.aborted) rejectWithReason();
  });
  aborted.catch(() => {});
  try {
    return await Promise.race([
      aborted,
      work(controller.signal, (next) => {
        timers.clearTimeout(timer);
        timer = timers.setTimeout(expire, next);
      }),
    ]);
  } catch (error) {
    if (controller.signal.aborted) throw controller.signal.reason;
    throw error instanceof ApiFailure ? error : new ApiFailure('network', { cause: error });
  } finally {
    timers.clearTimeout(timer);
    given?.removeEventListener('abort', abort);
  }
}

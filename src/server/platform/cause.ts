import { AsyncLocalStorage } from 'node:async_hooks';
import { recordOf } from '#contract/unknown-values.ts';

/** Which request started the current work, in this process or in the one that queued the job. */
export interface Cause {
  requestId: string;
  /** The current span, in the format of W3C Trace Context. */
  traceParent?: string;
}

const causes = new AsyncLocalStorage<Cause>();

/** The cause of the current work; undefined for work that the server starts by itself. */
export const currentCause = (): Cause | undefined => causes.getStore();

export const withCause = <Result>(cause: Cause, work: () => Result): Result => causes.run(cause, work);

/** Reads a cause from the data of a job. */
export function readCause(value: unknown): Cause | undefined {
  const { requestId, traceParent } = recordOf(value);
  if (typeof requestId !== 'string') return undefined;
  return { requestId, ...(typeof traceParent === 'string' ? { traceParent } : {}) };
}

/** For what outlives the call that first needed it, such as a connection. */
export const withoutCause = <Result>(work: () => Result): Result => causes.exit(work);

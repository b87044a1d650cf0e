import { AsyncLocalStorage } from 'node:async_hooks';
import { recordOf } from '#contract/unknown-values.ts';

/** The request that started the current work, here or in the process that queued the job. */
interface Cause {
  requestId: string;
  /** W3C Trace Context. */
  traceParent?: string;
}

const causes = new AsyncLocalStorage<Cause>();

/** Undefined for work that the server starts by itself. */
export const currentCause = (): Cause | undefined => causes.getStore();

export const withCause = <Result>(cause: Cause, work: () => Result): Result => causes.run(cause, work);

export function readCause(value: unknown): Cause | undefined {
  const { requestId, traceParent } = recordOf(value);
  if (typeof requestId !== 'string') return undefined;
  return { requestId, ...(typeof traceParent === 'string' ? { traceParent } : {}) };
}

/** For what outlives its call, such as a connection. */
export const withoutCause = <Result>(work: () => Result): Result => causes.exit(work);

import { isRecord } from '#contract/unknown-values.ts';

/** `code` is the key; `message` says what happened and what to do. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  /** Depends on the code, e.g. {cost, balance, missing} for insufficientCredits. */
  readonly details: Readonly<Record<string, unknown>> | null;
}

const unexpected: Failure = {
  code: 'unexpected',
  message: 'Something went wrong. Please try again.',
  details: null,
};

/** Anything without code and message becomes `unexpected`. */
export function failureOf(error: unknown): Failure {
  if (!isRecord(error)) return unexpected;
  const { code, message, details } = error;
  if (typeof code !== 'string' || typeof message !== 'string') return unexpected;
  return { code, message, details: isRecord(details) ? details : null };
}

/** Work may resume without a person. */
const passingCodes: readonly string[] = [
  'network',
  'timeout',
  'unavailable',
  'overloaded',
  'identityUnavailable',
  'tooManyRequests',
  'diskFull',
];

export function isPassing(error: unknown): boolean {
  return passingCodes.includes(failureOf(error).code);
}

export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(failureOf(error).code);
}

/** The action with which nearly all machines keep why an actor failed: each machine's own `keepFailure` with the error of the event. */
export const keepFailure = {
  type: 'keepFailure',
  params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
} as const;

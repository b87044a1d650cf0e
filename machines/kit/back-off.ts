/** One attempt at once, then one after each pause; then the user decides. */
export function backOff(...pauses: readonly number[]) {
  type Given = { context: { failedAttempts: number } };
  return {
    /** Evaluated before the failure is counted, like `mayTryAgain`. */
    mayTryAtOnce: ({ context }: Given) => context.failedAttempts === 0,
    mayTryAgain: ({ context }: Given) => context.failedAttempts <= pauses.length,
    nextAttempt: ({ context }: Given) => pauses[context.failedAttempts - 2] ?? 0,
  };
}

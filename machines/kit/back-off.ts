/** Attempts that follow failures in a row, each after a longer pause; after the last one the user decides. */
export function backOff(...pauses: readonly number[]) {
  type Given = { context: { failedAttempts: number } };
  return {
    /** From a failure to the next attempt; the failure is counted by then. */
    nextAttempt: ({ context }: Given) => pauses[context.failedAttempts - 1] ?? 0,
    /** Asked before the failure is counted. */
    mayTryAgain: ({ context }: Given) => context.failedAttempts < pauses.length,
  };
}

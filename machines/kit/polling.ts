/** Pauses between polls that get "not yet"; the last one repeats. */
export function polling(...pauses: readonly number[]) {
  type Given = { context: { questions: number } };
  return {
    nextPause: ({ context }: Given) => pauses[context.questions] ?? 0,
    /** Counted only as far as the pauses differ. */
    count: ({ context }: Given) => Math.min(context.questions + 1, pauses.length - 1),
  };
}

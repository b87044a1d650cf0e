/**
 * Pauses between polls that the server answers with "not yet": one after the other, then the last one
 * repeatedly.
 */
export function polling(...pauses: readonly number[]) {
  type Given = { context: { questions: number } };
  return {
    nextPause: ({ context }: Given) => pauses[context.questions] ?? 0,
    /** The poll after a pause, counted only as far as the pauses differ. */
    count: ({ context }: Given) => Math.min(context.questions + 1, pauses.length - 1),
  };
}

/** Pauses between questions that the server answers with "not yet": one after the other, then the last one again. */
export function polling(...pauses: readonly number[]) {
  type Given = { context: { questions: number } };
  return {
    nextPause: ({ context }: Given) => pauses[context.questions] ?? 0,
    /** The question after a pause; counted no further than the pauses differ. */
    count: ({ context }: Given) => Math.min(context.questions + 1, pauses.length - 1),
  };
}

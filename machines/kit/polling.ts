/** Pauses between polls that get "not yet"; the last one repeats. */
export function polling(...pauses: readonly number[]) {
  type Given = { context: { questions: number } };
  return {
    nextPause: ({ context }: Given) => pauses[context.questions] ?? 0,
    /** Counted only as far as the pauses differ. */
    count: ({ context }: Given) => Math.min(context.questions + 1, pauses.length - 1),
  };
}

/** For a page that follows work of the server: its pause doubles with each question in a row that got no answer, four times. */
export function patience(pause: number) {
  type Given = { context: { unanswered: number } };
  return {
    nextPause: ({ context }: Given) => pause * 2 ** context.unanswered,
    count: ({ context }: Given) => Math.min(context.unanswered + 1, 4),
  };
}

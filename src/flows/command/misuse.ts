/** The message says what to do. */
export class Misuse extends Error {
  override name = 'Misuse';
}

/** Other errors are bugs. */
export const isExpected = (error: unknown): error is Error =>
  error instanceof Misuse ||
  (error instanceof Error && 'code' in error && /^(ERR_PARSE_ARGS|E[A-Z]+$)/.test(String(error.code)));

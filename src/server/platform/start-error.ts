/**
 * The server cannot start as configured. `message` is one line that says what to do, printed without a stack.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}

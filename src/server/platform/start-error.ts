/** The server cannot start as it is set up. `message` is one line that says what to do; it is printed without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

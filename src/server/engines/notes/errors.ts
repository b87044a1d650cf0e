/** `message` says what to do; `retryable` is false if only a setting helps. */
export class NotesUnavailable extends Error {
  override readonly name = 'NotesUnavailable';
  readonly code = 'notesUnavailable';
  readonly retryable: boolean;

  constructor(message: string, options: ErrorOptions & { retryable: boolean }) {
    super(message, options);
    this.retryable = options.retryable;
  }
}

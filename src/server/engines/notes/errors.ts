/**
 * The notes engine cannot be reached or is not set up; the stage fails with code `notesUnavailable` (contract). `message`
 * says what to set or to wait for. `retryable` is false where only a changed setting helps.
 */
export class NotesUnavailable extends Error {
  override readonly name = 'NotesUnavailable';
  readonly code = 'notesUnavailable';
  readonly retryable: boolean;

  constructor(message: string, options: ErrorOptions & { retryable: boolean }) {
    super(message, options);
    this.retryable = options.retryable;
  }
}

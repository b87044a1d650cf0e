export type TranscriptImportErrorCode = 'transcriptUnreadable' | 'transcriptEmpty' | 'transcriptTooLarge';

/** A file that cannot become a transcript. `message` is one line for the user. */
export class TranscriptImportError extends Error {
  override readonly name = 'TranscriptImportError';
  readonly code: TranscriptImportErrorCode;
  readonly retryable = false;

  constructor(code: TranscriptImportErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export const unreadable = (reason: string) =>
  new TranscriptImportError('transcriptUnreadable', `We could not read this transcript: ${reason}`);

export const empty = () =>
  new TranscriptImportError('transcriptEmpty', 'There are no words in this transcript.');

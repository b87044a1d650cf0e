/** `speechFailed`: too much of the recording failed. `chunkFailed`: one chunk failed after all retries. */
export type SpeechErrorCode = 'noSpeech' | 'speechFailed' | 'chunkFailed';

export class SpeechError extends Error {
  override readonly name = 'SpeechError';
  readonly code: SpeechErrorCode;
  readonly retryable: boolean;

  constructor(code: SpeechErrorCode, message: string, options: ErrorOptions & { retryable: boolean }) {
    super(message, options);
    this.code = code;
    this.retryable = options.retryable;
  }
}

export const noSpeech = () =>
  new SpeechError('noSpeech', 'We found no speech in this file. You were not charged.', {
    retryable: false,
  });

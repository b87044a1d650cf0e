/**
 * `noSpeech`: the recording holds no words. `speechFailed`: too much of it could not be heard, because the engine failed.
 * `chunkFailed`: one chunk could not be heard, after all retries.
 */
export type SpeechErrorCode = 'noSpeech' | 'speechFailed' | 'chunkFailed';

export class SpeechError extends Error {
  override readonly name = 'SpeechError';
  readonly code: SpeechErrorCode;
  /** Whether running the stage again may help; what was heard before is not heard again. */
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

export const audioErrorCodes = [
  'unsupportedAudio',
  'audioUnreadable',
  'audioTooLong',
  'decoderMissing',
] as const;
type AudioErrorCode = (typeof audioErrorCodes)[number];

/** Users read its message, but of `DecoderMissing`; what a decoder said is the cause. */
export class AudioError extends Error {
  override readonly name: string = 'AudioError';
  readonly code: AudioErrorCode;
  readonly retryable = false;

  protected constructor(code: AudioErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** The same of one recording in a zip. */
  static inZip(error: AudioError, name: string): AudioError {
    return new AudioError(error.code, `“${name}” in this zip: ${error.message}`, {
      cause: error.cause ?? error,
    });
  }
}

export class UnsupportedAudio extends AudioError {
  override readonly name = 'UnsupportedAudio';

  constructor(message = 'This is not an audio file we can read. Try MP3, or see Tips and Tricks.') {
    super('unsupportedAudio', message);
  }
}

export class AudioUnreadable extends AudioError {
  override readonly name = 'AudioUnreadable';
  static readonly forUser = 'We could not read this audio. Try MP3, or see Tips and Tricks.';

  constructor(reason: string) {
    super('audioUnreadable', AudioUnreadable.forUser, { cause: new Error(reason) });
  }
}

export class AudioTooLong extends AudioError {
  override readonly name = 'AudioTooLong';

  constructor(maxSeconds: number) {
    const hours = maxSeconds / 3600;
    const limit = hours >= 1 ? `${Number(hours.toFixed(1))} hours` : `${Math.round(maxSeconds)} seconds`;
    super('audioTooLong', `This recording is longer than the limit of ${limit}.`);
  }
}

export class DecoderMissing extends AudioError {
  override readonly name = 'DecoderMissing';
  static readonly forUser = 'This server cannot read recordings right now. Please contact its operator.';

  constructor(message: string) {
    super('decoderMissing', message);
  }
}

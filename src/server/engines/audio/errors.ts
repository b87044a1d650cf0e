/** Why a recording was refused. `message` is the sentence for the user. */
export type AudioErrorCode = 'unsupportedAudio' | 'audioUnreadable' | 'audioTooLong' | 'decoderMissing';

/** Something is wrong with a recording, or with what reads it. Trying again alone does not help. */
export class AudioError extends Error {
  override readonly name: string = 'AudioError';
  readonly code: AudioErrorCode;
  readonly retryable = false;

  constructor(code: AudioErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The bytes are of none of the accepted formats (R1.7). */
export class UnsupportedAudio extends AudioError {
  override readonly name = 'UnsupportedAudio';

  constructor() {
    super('unsupportedAudio', 'This is not an audio file we can read. Try MP3, or see Tips and Tricks.');
  }
}

/** The bytes look like audio, but no sound could be decoded. The cause tells what the decoder said. */
export class AudioUnreadable extends AudioError {
  override readonly name = 'AudioUnreadable';

  constructor(reason: string) {
    super('audioUnreadable', 'We could not read this audio. Try MP3, or see Tips and Tricks.', {
      cause: new Error(reason),
    });
  }
}

/** The recording is longer than the limit. */
export class AudioTooLong extends AudioError {
  override readonly name = 'AudioTooLong';

  constructor(maxSeconds: number) {
    const hours = maxSeconds / 3600;
    const limit = hours >= 1 ? `${Number(hours.toFixed(1))} hours` : `${Math.round(maxSeconds)} seconds`;
    super('audioTooLong', `This recording is longer than the limit of ${limit}.`);
  }
}

/** There is no ffmpeg on this machine; the message tells the operator what to set, `forUser` everybody else. */
export class DecoderMissing extends AudioError {
  override readonly name = 'DecoderMissing';
  static readonly forUser = 'This server cannot read recordings right now. Please contact its operator.';

  constructor(message: string) {
    super('decoderMissing', message);
  }
}

import { type AnalysisFailureCode, analysisFailures } from '#contract/errors.ts';
import { AudioError, DecoderMissing } from '#server/engines/audio/errors.ts';
import { NotesUnavailable } from '#server/engines/notes/errors.ts';
import { SpeechError } from '#server/engines/speech/errors.ts';
import { SpeechUnavailable } from '#server/engines/speech/port.ts';

export class StageFailure extends Error {
  override readonly name = 'StageFailure';
  readonly code: AnalysisFailureCode;
  readonly retryable: boolean;

  constructor(code: AnalysisFailureCode, cause: unknown, message: string | null = null) {
    super(message ?? analysisFailures[code].message, { cause });
    this.code = code;
    this.retryable = analysisFailures[code].retryable;
  }
}

const UNCHARGED = 'You were not charged.';

/** Unexpected errors become `stopped`. */
export function stageFailure(error: unknown): StageFailure {
  if (error instanceof StageFailure) return error;
  if (error instanceof SpeechUnavailable) {
    return new StageFailure('speechUnavailable', error, uncharged(error.message));
  }
  if (error instanceof SpeechError) {
    return error.code === 'noSpeech'
      ? new StageFailure('noSpeech', error)
      : new StageFailure('stopped', error, uncharged(error.message));
  }
  if (error instanceof AudioError) {
    return error instanceof DecoderMissing
      ? new StageFailure('stopped', error, uncharged(DecoderMissing.forUser))
      : new StageFailure('audioUnreadable', error);
  }
  if (error instanceof NotesUnavailable) {
    return new StageFailure('notesUnavailable', error, uncharged(error.message));
  }
  return new StageFailure('stopped', error);
}

function uncharged(message: string): string {
  return message.includes(UNCHARGED) ? message : `${message} ${UNCHARGED}`;
}

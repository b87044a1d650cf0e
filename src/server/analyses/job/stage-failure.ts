import { type AnalysisFailureCode, analysisFailures } from '#contract/errors.ts';
import { AudioError, DecoderMissing } from '#server/engines/audio/errors.ts';
import { NotesUnavailable } from '#server/engines/notes/errors.ts';
import { SpeechError } from '#server/engines/speech/errors.ts';
import { SpeechUnavailable } from '#server/engines/speech/port.ts';
import { VoicesUnavailable } from '#server/engines/voices/port.ts';

/** Its message is for users; what the engine reported is its cause, and goes to the log. */
export class StageFailure extends Error {
  override readonly name = 'StageFailure';
  readonly code: AnalysisFailureCode;
  readonly retryable: boolean;

  constructor(code: AnalysisFailureCode, cause: unknown) {
    super(analysisFailures[code].message, { cause });
    this.code = code;
    this.retryable = analysisFailures[code].retryable;
  }
}

/** Unexpected errors become `stopped`. */
export function stageFailure(error: unknown): StageFailure {
  return error instanceof StageFailure ? error : new StageFailure(codeOf(error), error);
}

/** Its disk may be that of another computer, and its stage says how to go on. */
export const isOfEngine = (error: unknown): boolean =>
  error instanceof StageFailure
    ? error.code !== 'stopped' || isOfEngine(error.cause)
    : error instanceof VoicesUnavailable || codeOf(error) !== 'stopped';

function codeOf(error: unknown): AnalysisFailureCode {
  if (error instanceof SpeechUnavailable) return 'speechUnavailable';
  if (error instanceof SpeechError) return error.code === 'noSpeech' ? 'noSpeech' : 'speechFailed';
  if (error instanceof DecoderMissing) return 'decoderMissing';
  if (error instanceof AudioError) return 'audioUnreadable';
  if (error instanceof NotesUnavailable) return 'notesUnavailable';
  return 'stopped';
}

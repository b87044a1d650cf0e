import type { IntakeQuestion } from '#contract/intake-account.ts';
import { keysOf } from '#contract/unknown-values.ts';
import { grouped, transcriptLimits } from './limits.ts';

export type TranscriptImportErrorCode =
  | 'transcriptUnreadable'
  | 'transcriptEmpty'
  | 'transcriptTooLarge'
  | 'transcriptUndecided';

export class TranscriptImportError extends Error {
  override readonly name = 'TranscriptImportError';
  readonly code: TranscriptImportErrorCode;
  readonly retryable = false;
  readonly limit: { limit: number; of: string } | null;
  /** With `transcriptUndecided`: what has to be answered first. */
  readonly questions: IntakeQuestion[];

  constructor(
    code: TranscriptImportErrorCode,
    message: string,
    limit: { limit: number; of: string } | null = null,
    options: ErrorOptions & { questions?: IntakeQuestion[] } = {},
  ) {
    super(message, options);
    this.questions = options.questions ?? [];
    this.code = code;
    this.limit = limit;
  }
}

/** @param reason why, and @param wayOut what to do, each one sentence. */
export const unreadable = (
  reason: string,
  wayOut = 'Export it again, as text or VTT.',
  options?: ErrorOptions,
) =>
  new TranscriptImportError(
    'transcriptUnreadable',
    `We could not read this transcript: ${reason} ${wayOut}`,
    null,
    options,
  );

export const undecided = (questions: IntakeQuestion[]) =>
  new TranscriptImportError(
    'transcriptUndecided',
    questions.map(({ sentence }) => sentence).join(' '),
    null,
    { questions },
  );

export const empty = () =>
  new TranscriptImportError(
    'transcriptEmpty',
    'This transcript has no words. Choose another file, or export it again.',
  );

const tooMuch = {
  bytes: () => 'is larger than 20 MB',
  lines: (limit: number) => `has more than ${grouped(limit)} lines`,
  segments: (limit: number) => `has more than ${grouped(limit)} lines of speech`,
  speakers: (limit: number) => `names more than ${grouped(limit)} speakers`,
  warnings: (limit: number) => `has more than ${grouped(limit)} warnings`,
  characters: (limit: number) => `has a line of speech of more than ${grouped(limit)} characters`,
};

/** The limits with what they say, for docs/limits.md. */
export const transcriptRefusals = () =>
  keysOf(tooMuch).map((of) => ({ of, most: transcriptLimits[of], words: refusalOf(of) }));

const refusalOf = (of: keyof typeof tooMuch) =>
  `This transcript ${tooMuch[of](transcriptLimits[of])}. Split it into smaller files.`;

export function refuseBeyond(of: keyof typeof tooMuch, amount: number): void {
  const limit = transcriptLimits[of];
  if (amount <= limit) return;
  throw new TranscriptImportError('transcriptTooLarge', refusalOf(of), { limit, of });
}

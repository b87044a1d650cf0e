import { z } from 'zod';
import { AnalysisResult } from './analysis-result.ts';
import { defineCall } from './call.ts';
import { DetailLevel, Id, Language, Timestamp } from './common.ts';
import { MeasuredOn, NotesEngineShown, NotesWriter } from './notes-engines.ts';
import { SessionParams } from './sessions.ts';
import { Warning } from './transcript.ts';
import { mostVoicesToldApart } from './voice-changes.ts';

export const AnalysisStage = z.enum([
  'queued',
  'preparing',
  'transcribing',
  'diarizing',
  'extracting',
  'writing',
  'verifying',
]);
export type AnalysisStage = z.infer<typeof AnalysisStage>;

export const AnalysisStatus = z.enum([...AnalysisStage.options, 'completed', 'cancelled', 'failed']);
export type AnalysisStatus = z.infer<typeof AnalysisStatus>;

export const AnalysisError = z.object({
  stage: AnalysisStage,
  code: z.string(),
  message: z.string(),
  retryable: z.boolean(),
});
export type AnalysisError = z.infer<typeof AnalysisError>;

/** What the calls to the operator's service cost. `expected`: when the notes are done; null until it is known. */
export const Spent = z.object({
  soFar: z.number().nonnegative(),
  expected: z.number().nonnegative().nullable(),
});
export type Spent = z.infer<typeof Spent>;

export const AnalysisProgress = z.object({
  id: Id,
  status: AnalysisStatus,
  progress: z.number().min(0).max(1),
  etaSeconds: z.number().nonnegative().nullable(),
  stageMessage: z.string(),
  /** Those that have something to do, in their order. Optional, because older servers lack it. */
  stages: z.array(AnalysisStage).optional(),
  error: AnalysisError.nullable(),
  /** Optional, because older servers lack it. */
  writer: NotesWriter.optional(),
  /** The analysis in which a language model writes the notes of this page; it begins when this one is completed. */
  writtenBy: Id.nullable().optional(),
  /** While it runs, if whoever asks also pays the service; else null. Optional, because older servers lack it. */
  spent: Spent.nullable().optional(),
});
export type AnalysisProgress = z.infer<typeof AnalysisProgress>;

export const Payment = z.enum(['free', 'credits']);

export const Analysis = AnalysisProgress.extend({
  sessionId: Id,
  transcriptId: Id.nullable(),
  detailLevel: DetailLevel,
  language: Language.nullable(),
  payment: Payment,
  costCredits: z.int().nonnegative(),
  chargedCredits: z.int().nonnegative(),
  engine: z.object({ speech: z.string().nullable(), notes: z.string().nullable() }),
  result: AnalysisResult.nullable(),
  warnings: z.array(Warning),
  sourceReplaced: z.boolean(),
  /** D15. Only where one analysis is read. */
  isRerunFree: z.boolean().optional(),
  /** Its voices could not be told apart, and a new analysis tries again. Only where one analysis is read. */
  lacksVoices: z.boolean().optional(),
  copiedToNotesAt: Timestamp.nullable(),
  /** When the user decided to keep the notes as they are. Optional, because older servers lack it. */
  notesKeptAt: Timestamp.nullable().optional(),
  createdAt: Timestamp,
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
});
export type Analysis = z.infer<typeof Analysis>;

export const LevelQuote = z.object({
  detailLevel: DetailLevel,
  costCredits: z.int().nonnegative(),
  payment: Payment,
  affordable: z.boolean(),
  missingCredits: z.int().nonnegative(),
  /** D15: the game master has said more since the last analysis of this transcript. */
  isFreeRerun: z.boolean().optional(),
  /** Of the same transcript, at this level, by the same engine. */
  existingAnalysis: z.object({ id: Id, finishedAt: Timestamp }).optional(),
  /** Of these credits, what the page costs that comes first, and stays if the model fails; null: it is there. */
  pageCredits: z.int().nonnegative().nullable().optional(),
});

export const WriterQuote = z.object({
  writer: NotesWriter,
  model: NotesEngineShown.shape.model,
  sends: NotesEngineShown.shape.sends,
  levels: z.array(LevelQuote),
  /** How long it writes, measured on this installation; null until it has been. */
  seconds: z.number().nonnegative().nullable(),
  /** Optional, because older servers lack it. */
  measuredOn: MeasuredOn.nullable().optional(),
  /** What the service charges its operator, as measured; null if it is not known, or is no concern of this user. */
  serviceCost: z.number().nonnegative().nullable(),
});
export type WriterQuote = z.infer<typeof WriterQuote>;

/** Who transcribes the recording. */
export const HearingQuote = z.object({
  /** Of a speech service; null if the engine is part of Hearthscribe. */
  service: z.string().nullable(),
  /** Whether the recording leaves the computer that Hearthscribe runs on; `host` is null on shared installations. */
  sends: z.discriminatedUnion('what', [
    z.object({ what: z.literal('nothing') }),
    z.object({ what: z.literal('recording'), host: z.string().nullable() }),
  ]),
});
export type HearingQuote = z.infer<typeof HearingQuote>;

export const Quote = z.object({
  id: Id,
  sessionId: Id,
  durationSeconds: z.number().nonnegative(),
  basis: z.enum(['audio', 'transcript', 'words']),
  /** Of the preferred writer. */
  levels: z.array(LevelQuote),
  notesKind: AnalysisResult.shape.kind,
  preferredWriter: NotesWriter,
  /** Who can write now, in the order to offer them; `page` is always among them. */
  writers: z.array(WriterQuote).min(1),
  balance: z.int(),
  freeAnalysisBalance: z.int().nonnegative(),
  reusesTranscript: z.boolean(),
  /** Whether this user can download a model that then writes on this computer. */
  mayFetchModel: z.boolean(),
  /** Null if there is a transcript. */
  hearing: HearingQuote.nullable(),
  /** How many speak on a recording whose voices this server tells apart, as far as the cast says; null: it asks nobody. */
  people: z
    .object({ known: z.int().min(1).nullable(), most: z.int().min(1) })
    .nullable()
    .optional(),
  /** By the server's clock, like `expiresAt`, so that their difference is always right. */
  quotedAt: Timestamp,
  expiresAt: Timestamp,
});
export type Quote = z.infer<typeof Quote>;

export const quoteAnalysis = defineCall({
  method: 'POST',
  path: '/sessions/{sessionId}/quote',
  params: SessionParams,
  responses: { 200: Quote },
  errors: ['notFound', 'nothingToAnalyze', 'recordingMissing', 'hearingUnavailable'],
  description: 'The exact cost of both levels; valid until `expiresAt`.',
});

/** The server's own keys begin as no client's may. */
const IdempotencyKey = z
  .string()
  .min(8)
  .max(200)
  .refine((key) => !/^(?:older notes|written):/.test(key), 'Use another key.');

export const startAnalysis = defineCall({
  method: 'POST',
  path: '/sessions/{sessionId}/analyses',
  params: SessionParams,
  headers: z.object({ 'idempotency-key': IdempotencyKey }),
  /** With a `writer` that is a model, the page in the evening's own words comes first. Without, the preferred one writes at once. */
  body: z.object({
    quoteId: Id,
    detailLevel: DetailLevel,
    language: Language.nullish(),
    writer: NotesWriter.optional(),
    /** How many speak on the recording. Without, as many as are in the cast. */
    people: z.int().min(1).max(mostVoicesToldApart).optional(),
  }),
  responses: { 201: Analysis },
  errors: [
    'notFound',
    'nothingToAnalyze',
    'hearingUnavailable',
    'insufficientCredits',
    'quoteChanged',
    'analysisRunning',
  ],
  description: 'Reserves the cost and queues the analysis. The same Idempotency-Key gives the same analysis.',
});

export const listAnalyses = defineCall({
  method: 'GET',
  path: '/sessions/{sessionId}/analyses',
  params: SessionParams,
  responses: { 200: z.object({ analyses: z.array(Analysis.omit({ result: true })) }) },
  errors: ['notFound'],
  description: 'The analyses of a session, the newest first, without their results.',
});

export const AnalysisParams = z.object({ analysisId: Id });

export const readAnalysis = defineCall({
  method: 'GET',
  path: '/analyses/{analysisId}',
  params: AnalysisParams,
  responses: { 200: Analysis },
  errors: ['notFound'],
  description: 'One analysis with its result.',
});

/** `progress` events have AnalysisProgress as JSON and an increasing `id`. */
export const followAnalysis = defineCall({
  method: 'GET',
  path: '/analyses/{analysisId}/events',
  params: AnalysisParams,
  responses: { 200: 'events' },
  errors: ['notFound'],
  description: 'Progress as server-sent events.',
});

export const cancelAnalysis = defineCall({
  method: 'POST',
  path: '/analyses/{analysisId}/cancel',
  params: AnalysisParams,
  responses: { 200: Analysis },
  errors: ['notFound', 'notCancellable'],
  description: 'Stops an analysis before writing begins and releases its credits (D1).',
});

export const retryAnalysis = defineCall({
  method: 'POST',
  path: '/analyses/{analysisId}/retry',
  params: AnalysisParams,
  responses: { 200: Analysis },
  errors: [
    'notFound',
    'notRetryable',
    'hearingUnavailable',
    'insufficientCredits',
    'quoteChanged',
    'analysisRunning',
  ],
  description: 'Retries from the failed stage; charged once, on completion (D8).',
});

export const copyToNotes = defineCall({
  method: 'POST',
  path: '/analyses/{analysisId}/copy-to-notes',
  params: AnalysisParams,
  body: z.object({ mode: z.enum(['fillEmpty', 'replace', 'append', 'keep']) }),
  responses: { 200: Analysis },
  errors: ['notFound', 'notesNotEmpty', 'conflict'],
  description:
    'Copies the result into the notes; `fillEmpty` fails if they have text, `keep` leaves them as they are (D7).',
});

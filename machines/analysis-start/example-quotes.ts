import type { WriterQuote } from '#contract/analyses.ts';
import { minutes } from '../kit/durations.ts';
import type { HeldQuote } from './analysis-start.setup.ts';

export const quotedSessionId = '01900000-0000-7000-8000-00000000c001';

const levels: WriterQuote['levels'] = [
  { detailLevel: 'brief', costCredits: 207, payment: 'credits', affordable: true, missingCredits: 0 },
  {
    detailLevel: 'comprehensive',
    costCredits: 345,
    payment: 'credits',
    affordable: false,
    missingCredits: 95,
  },
];

const byPage = (of: WriterQuote['levels']): WriterQuote => ({
  writer: 'page',
  model: null,
  sends: { what: 'nothing' },
  levels: of,
  seconds: null,
  serviceCost: null,
});

const byService = (of: WriterQuote['levels']): WriterQuote => ({
  writer: 'service',
  model: 'qwen3:8b',
  sends: { what: 'transcript', host: 'notes.example' },
  levels: of,
  seconds: 2280,
  serviceCost: 0.14,
});

/** The user has decided against the model. */
export const quote: HeldQuote = {
  id: '01900000-0000-7000-8000-00000000d001',
  sessionId: quotedSessionId,
  durationSeconds: 12_420,
  basis: 'audio',
  notesKind: 'highlights',
  preferredWriter: 'page',
  levels,
  writers: [byService(levels), byPage(levels)],
  balance: 250,
  freeAnalysisBalance: 0,
  reusesTranscript: false,
  mayFetchModel: false,
  hearing: { service: null, sends: { what: 'nothing' } },
  people: { known: 5, most: 10 },
  quotedAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-01-01T00:15:00.000Z',
  holdsFor: minutes(15),
};

const dearerLevels: WriterQuote['levels'] = [
  { detailLevel: 'brief', costCredits: 248, payment: 'credits', affordable: true, missingCredits: 0 },
  {
    detailLevel: 'comprehensive',
    costCredits: 414,
    payment: 'credits',
    affordable: false,
    missingCredits: 164,
  },
];

export const dearerQuote: HeldQuote = {
  ...quote,
  id: '01900000-0000-7000-8000-00000000d002',
  expiresAt: '2026-01-01T00:05:00.000Z',
  holdsFor: minutes(5),
  levels: dearerLevels,
  writers: [byPage(dearerLevels)],
};

const existingAnalysis = {
  id: '01900000-0000-7000-8000-00000000a001',
  finishedAt: '2025-12-31T20:00:00.000Z',
};

const repeatedLevels = levels.map((level) =>
  level.detailLevel === 'brief' ? { ...level, existingAnalysis } : level,
);

export const repeatedQuote: HeldQuote = {
  ...quote,
  id: '01900000-0000-7000-8000-00000000d003',
  reusesTranscript: true,
  hearing: null,
  people: null,
  levels: repeatedLevels,
  writers: [byPage(repeatedLevels)],
};

/** The page costs a quarter. */
export const writtenQuote: HeldQuote = {
  ...quote,
  id: '01900000-0000-7000-8000-00000000d004',
  notesKind: 'notes',
  preferredWriter: 'service',
  writers: [
    byService(levels.map((level) => ({ ...level, pageCredits: level.detailLevel === 'brief' ? 52 : 87 }))),
    byPage([
      { detailLevel: 'brief', costCredits: 52, payment: 'credits', affordable: true, missingCredits: 0 },
      {
        detailLevel: 'comprehensive',
        costCredits: 87,
        payment: 'credits',
        affordable: true,
        missingCredits: 0,
      },
    ]),
  ],
};

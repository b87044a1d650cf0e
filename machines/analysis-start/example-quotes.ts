import { minutes } from '../kit/durations.ts';
import type { HeldQuote } from './analysis-start.setup.ts';

export const quotedSessionId = '01900000-0000-7000-8000-00000000c001';

export const quote: HeldQuote = {
  id: '01900000-0000-7000-8000-00000000d001',
  sessionId: quotedSessionId,
  durationSeconds: 12_420,
  basis: 'audio',
  notesKind: 'highlights',
  levels: [
    { detailLevel: 'brief', costCredits: 207, payment: 'credits', affordable: true, missingCredits: 0 },
    {
      detailLevel: 'comprehensive',
      costCredits: 345,
      payment: 'credits',
      affordable: false,
      missingCredits: 95,
    },
  ],
  balance: 250,
  freeAnalysisBalance: 0,
  reusesTranscript: false,
  quotedAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-01-01T00:15:00.000Z',
  holdsFor: minutes(15),
};

export const dearerQuote: HeldQuote = {
  ...quote,
  expiresAt: '2026-01-01T00:05:00.000Z',
  holdsFor: minutes(5),
  id: '01900000-0000-7000-8000-00000000d002',
  notesKind: 'highlights',
  levels: [
    { detailLevel: 'brief', costCredits: 248, payment: 'credits', affordable: true, missingCredits: 0 },
    {
      detailLevel: 'comprehensive',
      costCredits: 414,
      payment: 'credits',
      affordable: false,
      missingCredits: 164,
    },
  ],
};

export const repeatedQuote: HeldQuote = {
  ...quote,
  id: '01900000-0000-7000-8000-00000000d003',
  reusesTranscript: true,
  levels: quote.levels.map((level) =>
    level.detailLevel === 'brief'
      ? {
          ...level,
          existingAnalysis: {
            id: '01900000-0000-7000-8000-00000000a001',
            finishedAt: '2025-12-31T20:00:00.000Z',
          },
        }
      : level,
  ),
};

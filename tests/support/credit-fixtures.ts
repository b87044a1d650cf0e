import type { ActiveSubscription } from '#contract/account.ts';
import type { CreditEvent } from '#contract/billing.ts';
import { campaign, session } from './web-fixtures.ts';

/** Invented lines of a credit history to show in the tests of the screens. */

const nothingMore = {
  unit: 'credits',
  state: 'final',
  returned: 0,
  expiresAt: null,
  addedAt: null,
  analysis: null,
  payment: null,
} as const;

const analysis = {
  analysisId: '01900000-0000-7000-8000-000000000005',
  campaignId: campaign.id,
  sessionId: session.id,
  sessionTitle: session.title,
  detailLevel: 'comprehensive',
  attempts: 1,
} as const;

const payment = (cents: number, tier: ActiveSubscription['tier'] | null = null, refundedCents = 0) => ({
  cents,
  refundedCents,
  currency: 'usd',
  tier,
});

/** One line of each kind and state, the latest first. */
export const creditEvents: readonly CreditEvent[] = [
  {
    ...nothingMore,
    id: 'analysis:a9',
    at: '2026-11-20T20:00:00.000Z',
    kind: 'analysis',
    delta: -345,
    balance: 1650,
    state: 'held',
    analysis: { ...analysis, analysisId: '01900000-0000-7000-8000-000000000009', sessionTitle: 'Session 12' },
  },
  {
    ...nothingMore,
    id: 'analysis:a8',
    at: '2026-11-19T20:00:00.000Z',
    kind: 'analysis',
    delta: 0,
    balance: 1995,
    state: 'returned',
    returned: 207,
    analysis: { ...analysis, analysisId: '01900000-0000-7000-8000-000000000008', detailLevel: 'brief' },
  },
  {
    ...nothingMore,
    id: 'refund:15',
    at: '2026-11-18T09:00:00.000Z',
    kind: 'refund',
    delta: -250,
    balance: 1995,
    addedAt: '2026-11-01T09:00:00.000Z',
    payment: payment(1000, null, 500),
  },
  {
    ...nothingMore,
    id: 'upgrade:14',
    at: '2026-11-17T09:00:00.000Z',
    kind: 'upgrade',
    delta: 625,
    balance: 2245,
    expiresAt: '2027-11-17T09:00:00.000Z',
    payment: payment(800, 'PRO'),
  },
  {
    ...nothingMore,
    id: 'expiry:2',
    at: '2026-11-09T09:00:00.000Z',
    kind: 'expiry',
    delta: -35,
    balance: 1620,
    addedAt: '2025-11-09T09:00:00.000Z',
    payment: payment(900, 'STANDARD'),
  },
  {
    ...nothingMore,
    id: 'subscription:13',
    at: '2026-11-02T09:00:00.000Z',
    kind: 'subscription',
    delta: 750,
    balance: 1655,
    expiresAt: '2027-11-02T09:00:00.000Z',
    payment: payment(900, 'STANDARD'),
  },
  {
    ...nothingMore,
    id: 'purchase:12',
    at: '2026-11-01T09:00:00.000Z',
    kind: 'purchase',
    delta: 500,
    balance: 905,
    payment: payment(1000, null, 500),
  },
  {
    ...nothingMore,
    id: 'analysis:a5',
    at: '2026-10-30T20:00:00.000Z',
    kind: 'analysis',
    delta: -345,
    balance: 405,
    analysis,
  },
  {
    ...nothingMore,
    id: 'analysis:a4',
    at: '2026-10-22T20:00:00.000Z',
    kind: 'analysis',
    delta: -240,
    balance: 750,
  },
  {
    ...nothingMore,
    id: 'grant:11',
    at: '2026-10-20T09:00:00.000Z',
    kind: 'grant',
    delta: 990,
    balance: 990,
  },
  {
    ...nothingMore,
    id: 'analysis:a3',
    at: '2026-10-12T20:00:00.000Z',
    kind: 'analysis',
    unit: 'freeAnalyses',
    delta: -1,
    balance: 0,
    analysis: { ...analysis, analysisId: '01900000-0000-7000-8000-000000000003' },
  },
  {
    ...nothingMore,
    id: 'grant:1',
    at: '2026-10-12T18:00:00.000Z',
    kind: 'grant',
    unit: 'freeAnalyses',
    delta: 1,
    balance: 1,
  },
];

export const activeSubscription: ActiveSubscription = {
  tier: 'STANDARD',
  status: 'active',
  startDate: '2026-10-05T09:00:00.000Z',
  currentPeriodStart: '2026-11-05T09:00:00.000Z',
  currentPeriodEnd: '2026-12-05T09:00:00.000Z',
  cancelledAt: null,
  pendingTier: null,
  graceEndsAt: null,
};

import { z } from 'zod';
import { defineCall } from './call.ts';
import { CampaignParams } from './campaigns.ts';
import { DetailLevel, Id, Timestamp } from './common.ts';
import { NotesEngineShown, NotesWriter } from './notes-engines.ts';

/** Of one press; the rest can be written afterward. */
export const olderNotesMost = 100;

/** `stopped`: the rest would have failed, too, as `reason` says. */
const OlderNotesState = z.enum(['running', 'finished', 'cancelled', 'stopped']);
export const OlderNotesReason = z.enum(['insufficientCredits', 'writerAway']);
export type OlderNotesReason = z.infer<typeof OlderNotesReason>;

/** Sessions of a campaign whose notes are written one after another. */
export const OlderNotesRun = z.object({
  id: Id,
  writer: NotesWriter,
  state: OlderNotesState,
  reason: OlderNotesReason.nullable(),
  total: z.int().nonnegative(),
  written: z.int().nonnegative(),
  failed: z.int().nonnegative(),
  chargedCredits: z.int().nonnegative(),
  /** The session that is being written; a cancelled run may still finish it. */
  current: z.object({ sessionId: Id, title: z.string(), progress: z.number().min(0).max(1) }).nullable(),
  startedAt: Timestamp,
});
export type OlderNotesRun = z.infer<typeof OlderNotesRun>;

export const OlderNotes = z.object({
  /** Sessions that have the page in their own words, but no written notes; 0 if no language model can write now. */
  unwritten: z.int().nonnegative(),
  run: OlderNotesRun.nullable(),
});
export type OlderNotes = z.infer<typeof OlderNotes>;

export const OlderSession = z.object({
  sessionId: Id,
  title: z.string(),
  playedAt: Timestamp,
  durationSeconds: z.number().nonnegative(),
  detailLevel: DetailLevel,
  /** Of each writer. */
  prices: z.array(
    z.object({
      writer: NotesWriter,
      costCredits: z.int().nonnegative(),
      /** Whether a free analysis would cover it. */
      mayBeFree: z.boolean(),
      /** Measured on this installation; null until a model has written there. */
      seconds: z.number().nonnegative().nullable(),
      /** As of a quote. Optional, because older servers lack it. */
      serviceCost: z.number().nonnegative().nullable().optional(),
    }),
  ),
});
export type OlderSession = z.infer<typeof OlderSession>;

export const OlderNotesPlan = z.object({
  /** For the Idempotency-Key: a plan is started once. */
  id: Id,
  /** The newest first. */
  sessions: z.array(OlderSession).max(olderNotesMost),
  /** Further ones, which can be written afterward. */
  more: z.int().nonnegative(),
  writers: z.array(
    z.object({
      writer: NotesWriter,
      model: NotesEngineShown.shape.model,
      sends: NotesEngineShown.shape.sends,
    }),
  ),
  balance: z.int(),
  freeAnalysisBalance: z.int().nonnegative(),
});
export type OlderNotesPlan = z.infer<typeof OlderNotesPlan>;

interface OlderNotesSum {
  credits: number;
  freeAnalyses: number;
  missing: number;
  /** Null: not known. */
  seconds: number | null;
  /** What the service charges its operator. Null: not known, or no concern of this user. */
  serviceCost: number | null;
  /** Of each session, in order. */
  prices: { sessionId: string; costCredits: number; isFree: boolean }[];
}

const added = (sum: number | null, more: number | null) =>
  sum === null || more === null ? null : sum + more;

/** What the chosen sessions cost together; free analyses go to the first that they cover. */
export function sumOfOlderNotes(
  plan: Pick<OlderNotesPlan, 'sessions' | 'balance' | 'freeAnalysisBalance'>,
  writer: NotesWriter,
  chosen: (sessionId: string) => boolean,
): OlderNotesSum {
  const sum: OlderNotesSum = {
    credits: 0,
    freeAnalyses: 0,
    missing: 0,
    seconds: 0,
    serviceCost: 0,
    prices: [],
  };
  for (const { sessionId, prices } of plan.sessions) {
    const price = prices.find((each) => each.writer === writer);
    if (price === undefined || !chosen(sessionId)) continue;
    const isFree = price.mayBeFree && sum.freeAnalyses < plan.freeAnalysisBalance;
    if (isFree) sum.freeAnalyses += 1;
    else sum.credits += price.costCredits;
    sum.seconds = added(sum.seconds, price.seconds);
    sum.serviceCost = added(sum.serviceCost, price.serviceCost ?? null);
    sum.prices.push({ sessionId, costCredits: isFree ? 0 : price.costCredits, isFree });
  }
  return { ...sum, missing: Math.max(0, sum.credits - plan.balance) };
}

export const readOlderNotes = defineCall({
  method: 'GET',
  path: '/campaigns/{campaignId}/older-notes',
  params: CampaignParams,
  responses: { 200: OlderNotes },
  errors: ['notFound'],
  description:
    'How many sessions of a campaign a model could write notes for, and how far it is with the last ones chosen.',
});

export const planOlderNotes = defineCall({
  method: 'GET',
  path: '/campaigns/{campaignId}/older-notes/plan',
  params: CampaignParams,
  responses: { 200: OlderNotesPlan },
  errors: ['notFound'],
  description: 'The sessions without written notes, and what each costs and takes.',
});

export const startOlderNotes = defineCall({
  method: 'POST',
  path: '/campaigns/{campaignId}/older-notes',
  params: CampaignParams,
  headers: z.object({ 'idempotency-key': z.string().min(8).max(200) }),
  body: z.object({
    sessionIds: z.array(Id).min(1).max(olderNotesMost),
    writer: NotesWriter,
    /** The sum that the user saw; it never becomes more. */
    credits: z.int().nonnegative(),
  }),
  responses: { 201: OlderNotes },
  errors: ['notFound', 'insufficientCredits', 'quoteChanged', 'conflict'],
  description:
    'Writes the notes of these sessions one after another. Each is charged when it is written. The same Idempotency-Key starts it once.',
});

export const cancelOlderNotes = defineCall({
  method: 'POST',
  path: '/campaigns/{campaignId}/older-notes/cancel',
  params: CampaignParams,
  responses: { 200: OlderNotes },
  errors: ['notFound'],
  description:
    'Writes no further sessions. Those that are written stay; one whose notes are just being written is finished.',
});

export const closeOlderNotes = defineCall({
  method: 'DELETE',
  path: '/campaigns/{campaignId}/older-notes',
  params: CampaignParams,
  responses: { 200: OlderNotes },
  errors: ['notFound'],
  description: 'Puts away what is said of a run that has ended.',
});

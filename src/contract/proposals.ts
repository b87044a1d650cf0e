import { z } from 'zod';
import { defineCall } from './call.ts';
import { CampaignParams } from './campaigns.ts';
import { Id, Timestamp } from './common.ts';
import { SessionParams } from './sessions.ts';

export const proposalLimits = {
  author: 60,
  text: 8000,
  open: 200,
  listed: 500,
  keptDays: 30,
} as const;

export const ProposalKind = z.enum(['correction', 'comment']);
export type ProposalKind = z.infer<typeof ProposalKind>;

export const Proposal = z.object({
  id: Id,
  kind: ProposalKind,
  author: z.string(),
  /** On the game master’s instruction. Optional, because older servers lack it. */
  isByModel: z.boolean().optional(),
  text: z.string(),
  createdAt: Timestamp,
  session: z.object({ id: Id, title: z.string() }).nullable(),
  section: z.string().nullable(),
  /** As the player read it; null: the whole section or page. */
  quote: z.string().nullable(),
  standing: z.enum(['same', 'changed', 'gone']),
  present: z.string().nullable(),
});
export type Proposal = z.infer<typeof Proposal>;

/** `open`: undecided, oldest first. `shown`: on the players' page, latest first. */
export const ProposalList = z.object({
  open: z.array(Proposal),
  shown: z.array(Proposal),
  more: z.int().nonnegative(),
});
export type ProposalList = z.infer<typeof ProposalList>;

const Count = z.object({ open: z.int().nonnegative(), shown: z.int().nonnegative() });
export const ProposalCounts = Count.extend({ sessions: z.array(Count.extend({ sessionId: Id })) });
export type ProposalCounts = z.infer<typeof ProposalCounts>;

export const countProposals = defineCall({
  method: 'GET',
  path: '/campaigns/{campaignId}/proposal-counts',
  params: CampaignParams,
  responses: { 200: ProposalCounts },
  errors: ['notFound'],
  description: 'How many suggestions of players wait for the game master, and how many comments are shown.',
});

export const listCampaignProposals = defineCall({
  method: 'GET',
  path: '/campaigns/{campaignId}/proposals',
  params: CampaignParams,
  responses: { 200: ProposalList },
  errors: ['notFound', 'notesTooComplex'],
  description: 'The suggestions of players for a campaign and all its sessions.',
});

export const listSessionProposals = defineCall({
  method: 'GET',
  path: '/sessions/{sessionId}/proposals',
  params: SessionParams,
  responses: { 200: ProposalList },
  errors: ['notFound', 'notesTooComplex'],
  description: 'The suggestions of players for a session.',
});

export const acceptProposal = defineCall({
  method: 'POST',
  path: '/proposals/{proposalId}/acceptance',
  params: z.object({ proposalId: Id }),
  body: z.object({
    replacing: z.string().max(proposalLimits.text).nullable(),
    /** What the game master made of the suggested text. */
    text: z.string().min(1).max(proposalLimits.text).optional(),
  }),
  responses: { 204: null },
  errors: ['notFound', 'proposalOutdated', 'proposalUnfit'],
  description:
    'Puts a correction into the notes, as suggested or as edited, or shows a comment on the players’ page.',
});

const Several = z.object({ ids: z.array(Id).min(1).max(proposalLimits.listed) });

export const rejectProposals = defineCall({
  method: 'POST',
  path: '/proposals/rejections',
  body: Several,
  responses: { 204: null },
  errors: [],
  description: 'Rejects suggestions, or takes comments off the players’ page. Skips those that are gone.',
});

export const reopenProposals = defineCall({
  method: 'POST',
  path: '/proposals/reopenings',
  body: Several.extend({
    to: z.enum(['open', 'shown']),
  }),
  responses: { 204: null },
  errors: ['proposalOutdated'],
  description: 'Undoes decisions, and puts the previous text back into the notes.',
});

/** A change to one text of the notes, for the review that players' suggestions have. */
export interface ProposedChange {
  sectionKey: string;
  sectionTitle: string;
  quote: string;
  text: string;
}

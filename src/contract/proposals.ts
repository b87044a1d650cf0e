import { z } from 'zod';
import { defineCall } from './call.ts';
import { CampaignParams } from './campaigns.ts';
import { Id, Timestamp } from './common.ts';
import { SessionParams } from './sessions.ts';

export const proposalLimits = {
  author: 60,
  text: 2000,
  /** Open ones of one link. */
  open: 200,
  /** Shown and decided at once. */
  listed: 500,
  /** Days until a proposal that has ended is deleted. */
  keptDays: 30,
} as const;

export const ProposalKind = z.enum(['correction', 'comment']);
export type ProposalKind = z.infer<typeof ProposalKind>;

/** What a player suggested on the players' page. */
export const Proposal = z.object({
  id: Id,
  kind: ProposalKind,
  /** Empty: the player gave no name. */
  author: z.string(),
  text: z.string(),
  createdAt: Timestamp,
  /** Null: on the campaign as a whole. */
  session: z.object({ id: Id, title: z.string() }).nullable(),
  /** Title of the section it is about; null: the page as a whole. */
  section: z.string().nullable(),
  /** The item it is about, as the player read it; null: the section or page. */
  quote: z.string().nullable(),
  /** Whether what it is about is still there, and unchanged. */
  standing: z.enum(['same', 'changed', 'gone']),
  /** The item as it is now, if it has changed. */
  present: z.string().nullable(),
});
export type Proposal = z.infer<typeof Proposal>;

/** `open`: not decided, the oldest first. `shown`: comments on the players' page, the latest first. */
export const ProposalList = z.object({
  open: z.array(Proposal),
  shown: z.array(Proposal),
  /** How many open ones are left out of a long list. */
  more: z.int().nonnegative(),
});
export type ProposalList = z.infer<typeof ProposalList>;

const Count = z.object({ open: z.int().nonnegative(), shown: z.int().nonnegative() });
/** Of a campaign with all its sessions, and of each session that has any. */
export const ProposalCounts = Count.extend({ sessions: z.array(Count.extend({ sessionId: Id })) });
export type ProposalCounts = z.infer<typeof ProposalCounts>;

export const countProposals = defineCall({
  method: 'GET',
  path: '/campaigns/{campaignId}/proposal-counts',
  auth: 'required',
  params: CampaignParams,
  responses: { 200: ProposalCounts },
  errors: ['notFound'],
  description: 'How many suggestions of players wait for the game master, and how many comments are shown.',
});

export const listCampaignProposals = defineCall({
  method: 'GET',
  path: '/campaigns/{campaignId}/proposals',
  auth: 'required',
  params: CampaignParams,
  responses: { 200: ProposalList },
  errors: ['notFound'],
  description: 'The suggestions of players for a campaign and all its sessions.',
});

export const listSessionProposals = defineCall({
  method: 'GET',
  path: '/sessions/{sessionId}/proposals',
  auth: 'required',
  params: SessionParams,
  responses: { 200: ProposalList },
  errors: ['notFound'],
  description: 'The suggestions of players for a session.',
});

export const acceptProposal = defineCall({
  method: 'POST',
  path: '/proposals/{proposalId}/acceptance',
  auth: 'required',
  params: z.object({ proposalId: Id }),
  body: z.object({
    /** The item that a correction replaces, as the game master sees it; null: nothing is replaced. */
    replacing: z.string().max(proposalLimits.text).nullable(),
  }),
  responses: { 204: null },
  errors: ['notFound', 'proposalOutdated', 'proposalUnfit'],
  description: 'Puts a correction into the notes, or shows a comment on the players’ page.',
});

const Several = z.object({ ids: z.array(Id).min(1).max(proposalLimits.listed) });

export const rejectProposals = defineCall({
  method: 'POST',
  path: '/proposals/rejections',
  auth: 'required',
  body: Several,
  responses: { 204: null },
  errors: [],
  description: 'Rejects suggestions, or takes comments off the players’ page. Skips those that are gone.',
});

export const reopenProposals = defineCall({
  method: 'POST',
  path: '/proposals/reopenings',
  auth: 'required',
  body: Several.extend({
    /** Where they were before; `shown` is for comments. */
    to: z.enum(['open', 'shown']),
  }),
  responses: { 204: null },
  errors: ['proposalOutdated'],
  description: 'Takes decisions back, and puts the former text back into the notes.',
});

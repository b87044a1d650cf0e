import {
  acceptProposal,
  countProposals,
  listCampaignProposals,
  listSessionProposals,
  rejectProposals,
  reopenProposals,
} from '#contract/proposals.ts';
import type { Mount } from '#server/http/mount.ts';
import type { Proposals } from './proposals.ts';

export function proposalRoutes(mount: Mount, proposals: Proposals): void {
  mount(countProposals, ({ user, params }) => proposals.counts(user.userId, params.campaignId));
  mount(listCampaignProposals, ({ user, params }) => proposals.ofCampaign(user.userId, params.campaignId));
  mount(listSessionProposals, ({ user, params }) => proposals.ofSession(user.userId, params.sessionId));
  mount(acceptProposal, ({ user, params, body }) => proposals.accept(user.userId, params.proposalId, body));
  mount(rejectProposals, ({ user, body }) => proposals.reject(user.userId, body.ids));
  mount(reopenProposals, ({ user, body }) => proposals.reopen(user.userId, body.ids, body.to));
}

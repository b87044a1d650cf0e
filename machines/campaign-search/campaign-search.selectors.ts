import type { SnapshotFrom } from 'xstate';
import type { campaignSearchMachine } from './campaign-search.machine.ts';

type CampaignSearchSnapshot = SnapshotFrom<typeof campaignSearchMachine>;

const openSteps = ['blank', 'typing', 'searching', 'found', 'nothing', 'failed'] as const;
type SearchStep = 'closed' | (typeof openSteps)[number];

export const selectSearchStep = (snapshot: CampaignSearchSnapshot): SearchStep =>
  openSteps.find((open) => snapshot.matches({ open })) ?? 'closed';

const answerSteps = ['passages', 'answering', 'answered', 'unanswered'] as const;
type AnswerStep = (typeof answerSteps)[number];

/** Null: there are no hits. */
export const selectAnswerStep = (snapshot: CampaignSearchSnapshot): AnswerStep | null =>
  answerSteps.find((found) => snapshot.matches({ open: { found } })) ?? null;

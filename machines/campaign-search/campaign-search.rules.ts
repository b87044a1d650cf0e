import type { Invariant } from '../kit/catalogue.ts';
import type { CampaignSearchContext } from './campaign-search.setup.ts';

export const campaignSearchInvariants: readonly Invariant<CampaignSearchContext>[] = [
  {
    name: 'searches only for something',
    holds: ({ started, context }) => !started.includes('search') || context.query.trim() !== '',
  },
  {
    name: 'plays and opens only what the user asks for, and only what was found',
    holds: ({ actions, cause }) =>
      (!actions.includes('playHit') || cause === 'play.requested') &&
      (!actions.includes('openHit') || cause === 'open.requested'),
  },
  {
    name: 'shows a reason only when the search or the answer has failed',
    holds: ({ isIn, context }) =>
      context.failure === null ? !isIn('open.failed') : isIn('open.failed') || isIn('open.found.unanswered'),
  },
  {
    name: 'asks a language model only when the user wants it, and where one was offered',
    holds: ({ started, cause, context }) =>
      !started.includes('answerQuestion') ||
      (cause === 'answer.requested' && context.result?.answers != null),
  },
  {
    name: 'shows an answer only beside the hits that it is made of',
    holds: ({ isIn, context: { answer, result } }) =>
      (answer !== null) === isIn('open.found.answered') &&
      (answer ?? []).every(({ hits }) => hits.every((id) => result?.hits.some((hit) => hit.id === id))),
  },
  {
    name: 'selects one of the hits',
    holds: ({ context: { result, selected } }) =>
      selected === 0 || (selected > 0 && selected < (result?.hits.length ?? 0)),
  },
  {
    name: 'keeps no text of a session once the dialog is closed',
    holds: ({ isIn, context }) => !isIn('closed') || (context.result === null && context.query === ''),
  },
  {
    name: 'dismisses the modal exactly when the dialog closes',
    requirement: 'R2.34',
    holds: ({ isIn, actions }) => !actions.includes('leaveModal') || isIn('closed'),
  },
];

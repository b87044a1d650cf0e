import { type Invariant, remembering } from '../kit/catalogue.ts';
import type { ProposalReviewContext } from './proposal-review.setup.ts';

export const proposalReviewInvariants: readonly Invariant<ProposalReviewContext>[] = [
  {
    name: 'nothing is accepted, rejected or taken back unless the user asks for it',
    holds: ({ started, cause }) =>
      (!started.includes('acceptProposal') ||
        cause === 'acceptance.requested' ||
        cause === 'replacement.confirmed') &&
      (!started.includes('rejectProposals') ||
        cause === 'rejection.requested' ||
        cause === 'rejectAll.requested' ||
        cause === 'removal.requested') &&
      (!started.includes('reopenProposals') || cause === 'undo.requested'),
  },
  {
    name: 'a text that has changed is replaced only after the user has seen both',
    holds: ({ started, cause, context }) =>
      !started.includes('acceptProposal') ||
      context.chosen?.kind !== 'correction' ||
      context.chosen.standing !== 'changed' ||
      cause === 'replacement.confirmed',
  },
  {
    name: 'one suggestion is chosen exactly while it is asked about or accepted',
    holds: ({ isIn, context }) =>
      (context.chosen !== null) === (isIn('open.listed.asking') || isIn('open.listed.accepting')),
  },
  {
    name: 'what was decided is no longer in the list',
    holds: ({ isIn, context: { decision, list } }) =>
      !isIn('open.listed.settled.decided') ||
      (decision !== null && !list?.open.some(({ id }) => decision.ids.includes(id))),
  },
  {
    name: 'a reason is shown exactly where something has failed',
    holds: ({ isIn, context }) =>
      (context.failure !== null) === (isIn('open.unread') || isIn('open.listed.settled.failed')),
  },
  {
    name: 'notes are read again after every change to them',
    holds: ({ cause, actions }) =>
      !(
        cause?.startsWith('acceptProposal: the suggestion') ||
        cause?.startsWith('reopenProposals: it is') ||
        cause?.startsWith('rejectProposals: they are')
      ) || actions.includes('refreshNotes'),
  },
  {
    name: 'nothing is kept once the dialog is closed',
    holds: ({ isIn, context }) =>
      isIn('closed') === (context.target === null) && (!isIn('closed') || context.list === null),
  },
  remembering<ProposalReviewContext, number>({
    name: 'offers to take a decision back for 10 s',
    start: 0,
    after: (shown, { isIn, waited }) =>
      isIn('open.listed.settled.decided') ? Math.min(10_000, shown + waited) : 0,
    holds: ({ isIn }, shown) => !isIn('open.listed.settled.decided') || shown < 10_000,
  }),
  remembering<ProposalReviewContext, { wasOpen: boolean; isRight: boolean }>({
    name: 'the modal is put away exactly when the dialog closes',
    requirement: 'R2.34',
    start: { wasOpen: false, isRight: true },
    after: ({ wasOpen }, { isIn, actions }) => ({
      wasOpen: isIn('open'),
      isRight: actions.includes('leaveModal') === (wasOpen && !isIn('open')),
    }),
    holds: (_, { isRight }) => isRight,
  }),
];

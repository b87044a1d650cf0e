import {
  dismissedWithDialog,
  draftsStay,
  type Invariant,
  remembering,
  rereadAfter,
} from '../kit/catalogue.ts';
import type { ProposalReviewContext } from './proposal-review.setup.ts';

export const proposalReviewInvariants: readonly Invariant<ProposalReviewContext>[] = [
  {
    name: 'accepts, rejects and undoes only when the user asks for it',
    holds: ({ started, cause }) =>
      (!started.includes('acceptProposals') ||
        cause === 'acceptance.requested' ||
        cause === 'acceptAll.requested' ||
        cause === 'replacement.confirmed') &&
      (!started.includes('rejectProposals') ||
        cause === 'rejection.requested' ||
        cause === 'rejectAll.requested' ||
        cause === 'removal.requested') &&
      (!started.includes('reopenProposals') || cause === 'undo.requested'),
  },
  {
    name: 'replaces a changed text only after the user has seen both versions',
    holds: ({ started, cause, context }) =>
      !started.includes('acceptProposals') ||
      cause === 'replacement.confirmed' ||
      !context.chosen.some(({ kind, standing }) => kind === 'correction' && standing === 'changed'),
  },
  {
    name: 'has chosen suggestions exactly while it asks about one or accepts them',
    holds: ({ isIn, context }) =>
      context.chosen.length > 0 === (isIn('open.listed.asking') || isIn('open.listed.accepting')),
  },
  {
    name: 'accepts several at once only where that replaces what their authors read and shows nothing to players',
    holds: ({ context: { chosen } }) =>
      chosen.length < 2 || chosen.every(({ kind, standing }) => kind === 'correction' && standing === 'same'),
  },
  {
    name: 'lists no suggestion after its decision',
    holds: ({ isIn, context: { decision, list } }) =>
      !isIn('open.listed.settled.decided') ||
      (decision !== null && !list?.open.some(({ id }) => decision.ids.includes(id))),
  },
  {
    name: 'shows a reason exactly when something has failed',
    holds: ({ isIn, context }) =>
      (context.failure !== null) === (isIn('open.unread') || isIn('open.listed.settled.failed')),
  },
  rereadAfter({
    name: 'reloads the notes after every decision and its undo, also if the dialog was closed or no answer came',
    states: ['open.listed.accepting', 'open.listed.rejecting', 'open.listed.undoing'],
    action: 'refreshNotes',
  }),
  {
    name: 'keeps only what the user has edited once the dialog is closed',
    holds: ({ isIn, context }) =>
      isIn('closed') === (context.target === null) && (!isIn('closed') || context.list === null),
  },
  draftsStay<ProposalReviewContext>({
    name: 'keeps an edited text, also on this device, until the user discards it or another tab has changed it; nothing of it is there for the next user',
    mayChange: ({ cause, actions }) =>
      (cause === 'draft.changed' && actions.includes('keepOnDevice')) ||
      !!cause?.startsWith('readProposals: '),
  }),
  remembering<ProposalReviewContext, number>({
    name: 'offers to undo a decision for 10 s',
    start: 0,
    after: (shown, { isIn, waited }) =>
      isIn('open.listed.settled.decided') ? Math.min(10_000, shown + waited) : 0,
    holds: ({ isIn }, shown) => !isIn('open.listed.settled.decided') || shown < 10_000,
  }),
  dismissedWithDialog<ProposalReviewContext>(),
];

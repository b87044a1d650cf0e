import {
  dismissedWithDialog,
  type EquivalentMutants,
  type Invariant,
  remembering,
} from '../kit/catalogue.ts';
import type { FeedbackContext } from './feedback.setup.ts';

export const feedbackInvariants: readonly Invariant<FeedbackContext>[] = [
  {
    name: 'never sends a blank comment',
    requirement: 'R5.3',
    holds: ({ isIn, context }) => !isIn('open.sending') || context.draft.comment.trim() !== '',
  },
  remembering<FeedbackContext, number>({
    name: 'shows its thanks for 1000 ms',
    requirement: 'R4.19',
    start: 0,
    after: (thanked, { isIn, waited }) => (isIn('open.thanked') ? Math.min(1000, thanked + waited) : 0),
    holds: (_, thanked) => thanked < 1000,
  }),
  {
    name: 'shows a reason in the form exactly when sending has failed',
    holds: ({ isIn, context }) => (context.failure !== null) === isIn('open.failed'),
  },
  {
    name: 'has no text of a user who is signed out',
    requirement: 'R6.6',
    holds: ({ cause, context, isIn }) =>
      cause !== 'user.left' || (isIn('closed') && context.draft.comment === ''),
  },
  dismissedWithDialog<FeedbackContext>(),
];

export const feedbackEquivalents: readonly EquivalentMutants[] = [
  {
    mutants: [
      'remove transition: feedback.open.commentMissing --feedback.submitted#0--> feedback.open.commentMissing',
      'stay: feedback.open.commentMissing --feedback.submitted#0--> feedback.open.commentMissing',
    ],
    reason: 'Sending again without a comment shows the same message, and the machine stays in its state.',
  },
];

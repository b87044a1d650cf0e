import { assign, setup } from 'xstate';
import type { FeedbackCategory } from '#contract/feedback.ts';
import { seconds } from '../kit/durations.ts';
import { type Failure, failureOf } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

export interface FeedbackDraft {
  readonly categories: readonly FeedbackCategory[];
  readonly comment: string;
  readonly openToContact: boolean;
  /** The last steps of the page go with it. */
  readonly sendsSteps: boolean;
}

export const emptyDraft: FeedbackDraft = {
  categories: [],
  comment: '',
  openToContact: false,
  sendsSteps: false,
};

export interface FeedbackContext {
  /** As it was last submitted. */
  readonly draft: FeedbackDraft;
  readonly failure: Failure | null;
}

type FeedbackEvent =
  | { type: 'feedback.opened' }
  | { type: 'draft.changed' }
  | { type: 'feedback.submitted'; draft: FeedbackDraft }
  | { type: 'feedback.closed' }
  /** The next user must not see the text. */
  | { type: 'user.left' };

export const feedbackSetup = setup({
  types: {} as { context: FeedbackContext; events: FeedbackEvent; tags: Tag },
  actors: {
    sendFeedback: notProvidedActor<void, FeedbackDraft>('sendFeedback'),
  },
  actions: {
    leaveModal: notProvidedAction('leaveModal'),
    keepDraft: assign({ draft: (_, params: { draft: FeedbackDraft }) => params.draft }),
    forgetDraft: assign({ draft: emptyDraft }),
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    forgetFailure: assign({ failure: null }),
  },
  guards: {
    /** R5.3. */
    hasComment: (_, { draft }: { draft: FeedbackDraft }) => draft.comment.trim() !== '',
  },
  delays: {
    thanksDisplay: seconds(1),
  },
});

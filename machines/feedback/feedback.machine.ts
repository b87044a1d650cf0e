import { keepFailure } from '../kit/failure.ts';
import { tag } from '../kit/tags.ts';
import { emptyDraft, type FeedbackDraft, feedbackSetup } from './feedback.setup.ts';

const draftOf = ({ event: { draft } }: { event: { draft: FeedbackDraft } }) => ({ draft });

const keepDraft = { type: 'keepDraft', params: draftOf } as const;

export const feedbackMachine = feedbackSetup.createMachine({
  id: 'feedback',
  context: { draft: emptyDraft, failure: null },
  initial: 'closed',
  on: { 'user.left': { target: '.closed', actions: 'forgetDraft' } },
  states: {
    closed: {
      description: 'The form is closed. This browser keeps what its user has written in it and not sent.',
      tags: tag.idle,
      on: { 'feedback.opened': 'open' },
    },
    open: {
      description: 'The form covers the page.',
      tags: tag.modal,
      initial: 'editing',
      exit: 'leaveModal',
      on: { 'feedback.closed': 'closed' },
      states: {
        editing: {
          description: 'The user writes.',
          on: {
            'feedback.submitted': [
              { guard: { type: 'hasComment', params: draftOf }, target: 'sending', actions: keepDraft },
              { target: 'commentMissing', actions: keepDraft },
            ],
          },
        },
        commentMissing: {
          description: 'The comment is empty; the form says so (R5.3).',
          tags: tag.waiting,
          on: {
            'feedback.submitted': { target: 'commentMissing', reenter: true },
            'draft.changed': 'editing',
          },
        },
        sending: {
          description:
            'Sends the feedback, also if the form is closed meanwhile. This browser keeps its text until the server has it.',
          tags: tag.busy,
          invoke: {
            id: 'sendFeedback',
            src: 'sendFeedback',
            input: ({ context }) => context.draft,
            onDone: { target: 'thanked', actions: 'forgetDraft' },
            onError: { target: 'failed', actions: keepFailure },
          },
        },
        failed: {
          description:
            'The feedback could not be sent; the form says why, and the user can send it again as it is, or write on.',
          tags: tag.failed,
          exit: 'forgetFailure',
          on: {
            'draft.changed': 'editing',
            'feedback.submitted': 'sending',
          },
        },
        thanked: {
          description: 'The form says thank you and closes after a second (R4.19).',
          tags: tag.done,
          after: { thanksDisplay: '#feedback.closed' },
        },
      },
    },
  },
});

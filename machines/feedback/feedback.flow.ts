import { defineFlow } from '../kit/catalogue.ts';
import { done, unreachable } from '../kit/outcomes.ts';
import { feedbackMachine } from './feedback.machine.ts';
import { feedbackEquivalents, feedbackInvariants } from './feedback.rules.ts';
import { emptyDraft, type FeedbackDraft } from './feedback.setup.ts';

const written: FeedbackDraft = { ...emptyDraft, comment: 'The lantern went out, and the notes knew why.' };

export const feedbackFlow = defineFlow({
  name: 'feedback',
  title: 'Feedback',
  group: 'Account',
  paragraph:
    'A signed-in user sends feedback. Only the comment is required. The text survives closing the ' +
    'form by mistake, a reload and a server that does not answer; once it is sent, the form says thank you for a second and closes.',
  requirements: ['R3.5', 'R4.19', 'R5.3', 'R5.4', 'R5.5', 'R5.6', 'R6.6', 'R7.4'],
  story: ['closed', 'open.editing', 'open.sending', 'open.thanked', 'closed: after(thanksDisplay)'],
  synonyms: {
    feedback: ['contact', 'report a bug', 'complaint', 'message'],
  },
  machine: feedbackMachine,
  events: {
    'feedback.opened': 'the user opens the form',
    'draft.changed': 'the user writes',
    'feedback.submitted': [
      { name: 'the user sends the form', event: { type: 'feedback.submitted', draft: written } },
      {
        name: 'the user sends only whitespace',
        event: { type: 'feedback.submitted', draft: { ...emptyDraft, comment: '  ' } },
      },
    ],
    'feedback.closed': 'the user closes the form',
    'user.left': 'the user is signed out',
  },
  outcomes: {
    sendFeedback: [done('the server has it', undefined), unreachable],
  },
  alike: {
    sendFeedback: { 'the server cannot be reached': ['tooManyRequests'] },
  },
  guards: { hasComment: 'The comment has more than whitespace.' },
  invariants: feedbackInvariants,
  equivalents: feedbackEquivalents,
});

import type { FeedbackContext, FeedbackDraft } from '#machines/feedback/feedback.setup.ts';
import { type FlowScreen, failureShown } from './screen.ts';

const form = { role: 'button', text: 'Send feedback', busy: false } as const;
const dialog = { role: 'dialog', text: 'Feedback' } as const;
const thanks = { role: 'status', text: 'Thank you for your feedback' } as const;
const missing = { role: 'alert', text: 'Please enter a comment' } as const;

export const feedbackScreen: FlowScreen = {
  flow: 'feedback',
  begin: 'Sign in, and open any page.',
  address: '/terms',
  gestures: {
    'feedback.opened': {
      control: (_, { value }) => ({
        role: 'button',
        name: value === 'closed' ? 'Feedback' : 'Feedback behind',
      }),
    },
    'draft.changed': {
      control: { role: 'button', name: 'Send feedback' },
      perform: (driver, { draft }) => driver.fill('Your comment', (draft as FeedbackDraft).comment),
    },
    'feedback.submitted': { control: { role: 'button', name: 'Send feedback' } },
    'feedback.closed': { control: { role: 'button', name: 'Close' } },
    'user.left': { instead: 'Sign out in a second tab of the same browser.' },
  },
  notOffered: [
    {
      event: 'draft.changed',
      in: 'open',
      when: ({ context }, { draft }) =>
        (context as FeedbackContext).draft.comment === (draft as FeedbackDraft).comment,
      reason: 'the field already has this text',
    },
  ],
  promises: [
    { in: 'closed', doesNotSee: [dialog, thanks] },
    { in: 'open.editing', sees: () => [form], doesNotSee: [missing, thanks] },
    { in: 'open.commentMissing', sees: () => [form, missing] },
    { in: 'open.sending', sees: () => [{ role: 'button', text: 'Sending …', busy: true }] },
    { in: 'open.failed', sees: (snapshot) => [form, ...failureShown(snapshot)], doesNotSee: [thanks] },
    { in: 'open.thanked', sees: () => [thanks], doesNotSee: [form] },
  ],
};

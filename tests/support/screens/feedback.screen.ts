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
      control: (_, snapshot) => ({
        role: 'button',
        name: snapshot.matches({ open: 'editing' }) ? 'Send feedback again' : 'Send feedback',
      }),
      perform: (driver) => driver.fill('Your comment', 'The map'),
    },
    'feedback.submitted': {
      control: { role: 'button', name: 'Send feedback' },
      perform: async (driver, { draft }, snapshot) => {
        if (snapshot.matches({ open: 'editing' }))
          await driver.fill('Your comment', (draft as FeedbackDraft).comment);
        await driver.click({ role: 'button', name: 'Send feedback' });
      },
    },
    'feedback.closed': { control: { role: 'button', name: 'Close' } },
    'user.left': { instead: 'Sign out in a second tab of the same browser.' },
  },
  notOffered: [
    {
      event: 'feedback.submitted',
      in: 'open',
      when: (snapshot, { draft }) =>
        !snapshot.matches({ open: 'editing' }) &&
        (snapshot.context as FeedbackContext).draft.comment !== (draft as FeedbackDraft).comment,
      reason: 'what is written takes the message away first',
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

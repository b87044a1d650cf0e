import type { Post, PostPreview } from '#contract/posting.ts';
import { type FlowScreen, failureShown } from './screen.ts';

const dialog = { role: 'dialog', text: 'Post notes to Discord' } as const;
const preparing = { role: 'status', text: 'Preparing the messages …' } as const;
const message = { text: 'They went down.' } as const;
const before = { role: 'alert', text: /already posted/ } as const;
const posted = { role: 'status', text: /^Posted to Discord/ } as const;
const failed = { role: 'alert', text: /Not posted to Discord/ } as const;

export const notesPostingScreen: FlowScreen = {
  flow: 'notes-posting',
  begin:
    'Set up a webhook for the campaign. Then open a session with notes that players may see, and choose “Post to Discord” from “Session settings”.',
  address: '/terms',
  gestures: {
    'posting.opened': {
      instead: 'In “Session settings”, choose “Post to Discord”.',
    },
    'posting.closed': { control: { role: 'button', name: 'Close' } },
    retry: { control: { role: 'button', name: 'Try again' } },
    'setup.requested': {
      control: { role: 'button', name: 'Set up a webhook' },
      perform: async (driver) => {
        await driver.click({ role: 'button', name: 'Set up a webhook' });
        await driver.click({ role: 'button', name: 'Close' });
      },
    },
    'post.confirmed': { control: { role: 'button', name: /^Post (again|to Discord)$/ } },
    'user.left': { instead: 'Sign out in a second tab of the same browser.' },
  },
  promises: [
    { in: 'closed', doesNotSee: [dialog] },
    { in: 'open', sees: () => [dialog] },
    { in: 'open.preparing', sees: () => [preparing], doesNotSee: [message, posted] },
    { in: 'open.unprepared', sees: failureShown, doesNotSee: [message] },
    { in: 'open.withoutWebhook', sees: () => [{ text: /has no webhook yet/ }], doesNotSee: [message] },
    { in: 'open.empty', sees: () => [{ text: /there is nothing to post/ }], doesNotSee: [message] },
    {
      in: 'open.previewed',
      sees: ({ context }) => [
        message,
        ...((context as { preview: PostPreview }).preview.previous === null ? [] : [before]),
      ],
      doesNotSee: [posted],
    },
    { in: 'open.creating', sees: () => [message, { role: 'button', text: 'Posting …', busy: true }] },
    { in: 'open.refused', sees: failureShown, doesNotSee: [message] },
    {
      in: 'open.following',
      sees: ({ context }) => [
        {
          role: 'status',
          text:
            (context as { post: Post }).post.sentCount === 0 ? /waiting to be sent/ : /1 of 2 messages sent/,
        },
        { role: 'progressbar', text: 'Messages posted' },
      ],
      doesNotSee: [posted, failed],
    },
    {
      in: 'open.posted',
      sees: () => [posted, { role: 'link', text: 'Open in Discord' }],
      doesNotSee: [failed],
    },
    { in: 'open.failed', sees: () => [failed], doesNotSee: [posted] },
  ],
};

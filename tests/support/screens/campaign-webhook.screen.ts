import type { Posting } from '#contract/posting.ts';
import { type FlowScreen, failureShown } from './screen.ts';

const dialog = { role: 'dialog', text: 'Discord and webhooks' } as const;
const field = { text: 'Webhook address' } as const;
const facts = { text: 'Posts to' } as const;
const saved = { role: 'status', text: /Address saved/ } as const;
const tested = { role: 'status', text: /Test message posted/ } as const;
const secret = { text: 'Copy the signing secret now' } as const;
const turnedOff = { text: 'We turned automatic posting off' } as const;
const doing = (text: string) => ({ role: 'status', text }) as const;

export const campaignWebhookScreen: FlowScreen = {
  flow: 'campaign-webhook',
  begin:
    'Sign in, open a campaign, and choose “Discord and webhooks” from “Campaign settings”. Have the address of a webhook.',
  address: '/terms',
  gestures: {
    'webhook.opened': {
      instead: 'In the menu of the campaign, choose “Discord and webhooks”.',
    },
    'webhook.closed': { control: { role: 'button', name: 'Close' } },
    retry: { control: { role: 'button', name: 'Try again' } },
    'address.submitted': {
      control: { role: 'button', name: 'Save address' },
      perform: async (driver, { address }) => {
        await driver.fill('Webhook address', String(address));
        await driver.click({ role: 'button', name: 'Save address' });
      },
    },
    'change.requested': { control: { role: 'button', name: 'Change address' } },
    'change.declined': { control: { role: 'button', name: 'Keep the current one' } },
    'test.requested': { control: { role: 'button', name: 'Post a test message' } },
    'automatic.changed': { control: { role: 'switch', name: 'Post notes automatically' } },
    'removal.requested': { control: { role: 'button', name: 'Remove webhook' } },
    'user.left': { instead: 'Sign out in a second tab of the same browser.' },
  },
  notOffered: [
    {
      event: 'automatic.changed',
      in: 'open.settled',
      when: ({ context }, { automatic }) => (context as { posting: Posting }).posting.automatic === automatic,
      reason: 'it is already on',
    },
  ],
  promises: [
    { in: 'closed', doesNotSee: [dialog] },
    { in: 'open', sees: () => [dialog] },
    { in: 'open.reading', sees: () => [doing('Loading the settings …')], doesNotSee: [field, facts] },
    { in: 'open.unread', sees: failureShown, doesNotSee: [field, facts] },
    { in: 'open.entering', sees: () => [field], doesNotSee: [facts] },
    { in: 'open.entering.refused', sees: failureShown },
    { in: 'open.saving', sees: () => [{ role: 'button', text: 'Saving …', busy: true }] },
    {
      in: 'open.settled',
      sees: ({ context }) => [
        facts,
        ...((context as { posting: Posting }).posting.turnedOffBecause === null ? [] : [turnedOff]),
      ],
      doesNotSee: [field],
    },
    { in: 'open.settled.ready', doesNotSee: [saved, tested] },
    {
      in: 'open.settled.saved',
      sees: ({ context }) => [
        saved,
        ...((context as { signingSecret: string | null }).signingSecret === null ? [] : [secret]),
      ],
    },
    { in: 'open.settled.tested', sees: () => [tested], doesNotSee: [saved] },
    { in: 'open.settled.failed', sees: failureShown, doesNotSee: [saved, tested] },
    {
      in: 'open.rereading',
      sees: (snapshot) => [facts, doing('Loading the settings …'), ...failureShown(snapshot)],
    },
    { in: 'open.testing', sees: () => [doing('Posting a test message …')], doesNotSee: [tested] },
    { in: 'open.switching', sees: () => [doing('Saving …')] },
    { in: 'open.removing', sees: () => [doing('Removing …')] },
  ],
};

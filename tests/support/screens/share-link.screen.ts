import type { CampaignPageChoice } from '#contract/campaign-page-choice.ts';
import type { ShareLink, Show } from '#contract/sharing.ts';
import { type FlowScreen, failureShown, type ScreenDriver } from './screen.ts';

const off = { text: /There is no public page yet\.|Your players have no page yet\./ } as const;
const copied = { role: 'status', text: 'Link copied!' } as const;
const marked = { role: 'status', text: /^The notes are marked\./ } as const;
const turnOn = { role: 'button', text: 'Turn on the link', busy: false } as const;
const doing = (text: string) => ({ role: 'status', text }) as const;

const passphraseField = /^(New passphrase|Passphrase|Passphrase \(optional\))$/;
const passphraseLabels = ['New passphrase', 'Passphrase', 'Passphrase (optional)'];
const namesOf = async (driver: ScreenDriver) => {
  const offered = await Promise.all(passphraseLabels.map((name) => driver.offers({ role: 'textbox', name })));
  return passphraseLabels.filter((_, index) => offered[index]);
};

const opensProtected = ({ hasPassphrase, campaignPage }: ShareLink) =>
  hasPassphrase && campaignPage?.hasPassphrase === false;

export const shareLinkScreen: FlowScreen = {
  flow: 'share-link',
  begin: 'Sign in and open a session with notes. Links are off at the start.',
  address:
    '/campaign?campaignId=01900000-0000-7000-8000-000000000002&sessionId=01900000-0000-7000-8000-000000000003',
  gestures: {
    'share.opened': {
      control: (_, { value }) => ({ role: 'button', name: value === 'closed' ? 'Share' : 'Share behind' }),
    },
    'share.closed': { control: { role: 'button', name: 'Close' } },
    'campaign.chosen': {
      control: ({ choice }) => ({
        role: 'button',
        name: {
          samePassphrase: 'Use the same passphrase there',
          leaveOut: 'Leave this session out there',
          include: 'Show this session there again',
        }[choice as CampaignPageChoice],
      }),
    },
    retry: { control: { role: 'button', name: 'Try again' } },
    'audience.chosen': {
      control: ({ audience }) => ({
        role: 'tab',
        name: audience === 'players' ? 'Your players' : 'Anyone with the link',
      }),
    },
    'passphrase.changed': {
      control: { role: 'textbox', name: passphraseField },
      perform: async (driver, { passphrase }) => {
        const [label] = await namesOf(driver);
        await driver.fill(label ?? '', passphrase as string);
      },
    },
    'passphrase.saved': { control: { role: 'button', name: 'Set passphrase' } },
    'passphrase.removed': { control: { role: 'button', name: 'Remove passphrase' } },
    'sharing.requested': {
      control: { role: 'button', name: /^Create a (public link|link for your players)$/ },
    },
    'sharing.confirmed': { control: { role: 'button', name: 'Turn on the link' } },
    'sharing.declined': { control: { role: 'button', name: 'Not now' } },
    'show.changed': { control: { role: 'checkbox', name: 'Scenes' } },
    'preset.chosen': { control: { role: 'button', name: 'Recap and scenes' } },
    'marks.undone': { control: { role: 'button', name: 'Undo' } },
    'copy.requested': { control: { role: 'button', name: 'Copy link' } },
    'renewal.requested': { control: { role: 'button', name: 'New address' } },
    'revocation.requested': { control: { role: 'button', name: 'Turn off the link' } },
    'user.left': { instead: 'Sign out in a second tab of the same browser.' },
  },
  notOffered: [
    {
      event: 'campaign.chosen',
      in: 'open.on.settled',
      when: ({ context }, { choice }) =>
        choice === 'leaveOut' && !opensProtected((context as { link: ShareLink }).link),
      reason: 'the campaign’s page shows no more than the link of the session does',
    },
    {
      event: 'passphrase.changed',
      in: 'open',
      when: ({ context }, { passphrase }) => (context as { passphrase: string }).passphrase === passphrase,
      reason: 'the field already has this text',
    },
    {
      event: 'show.changed',
      in: 'open.on.settled',
      when: ({ context }, { show }) =>
        (context as { link: ShareLink }).link.show.scenes === (show as Show).scenes,
      reason: 'it is already chosen',
    },
  ],
  promises: [
    { in: 'open.off.settled.failed', sees: failureShown },
    { in: 'open.off.settling', sees: () => [doing('Changing the campaign’s page …')] },
    { in: 'open.off.marking', sees: () => [doing('Marking the notes … Closing this stops it.')] },
    { in: 'open.on.marking', sees: () => [doing('Marking the notes … Closing this stops it.')] },
    { in: 'open.off.unmarking', sees: () => [doing('Undoing …')] },
    { in: 'open.on.unmarking', sees: () => [doing('Undoing …')] },
    { in: 'open.off.settled.marked', sees: () => [marked] },
    { in: 'open.on.settled.marked', sees: () => [marked] },
    { in: 'open.on.settling', sees: () => [doing('Changing the campaign’s page …')] },
    { in: 'closed', doesNotSee: [off, turnOn, copied] },
    { in: 'open.reading', sees: () => [doing('Looking up the link …')] },
    { in: 'open.unread', sees: failureShown },
    { in: 'open.off', sees: () => [off], doesNotSee: [turnOn] },
    { in: 'open.confirming', sees: () => [turnOn], doesNotSee: [off] },
    { in: 'open.turningOn', sees: () => [{ role: 'button', text: 'Turning on …', busy: true }] },
    { in: 'open.refused', sees: (snapshot) => [turnOn, ...failureShown(snapshot)] },
    { in: 'open.on', sees: () => [{ role: 'link', text: 'Open the page' }], doesNotSee: [off, turnOn] },
    { in: 'open.on.settled.ready', doesNotSee: [copied] },
    { in: 'open.on.settled.copied', sees: () => [copied] },
    { in: 'open.on.settled.failed', sees: failureShown, doesNotSee: [copied] },
    { in: 'open.on.copying', sees: () => [doing('Copying …')] },
    { in: 'open.on.changing', sees: () => [doing('Saving …')] },
    { in: 'open.on.securing', sees: () => [doing('Setting the passphrase …')] },
    { in: 'open.on.unlocking', sees: () => [doing('Removing the passphrase …')] },
    { in: 'open.on.renewing', sees: () => [doing('Creating a new address …')] },
    { in: 'open.on.revoking', sees: () => [doing('Turning off …')] },
  ],
};

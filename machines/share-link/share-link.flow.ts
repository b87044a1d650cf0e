import type { ShareLink, Show } from '#contract/sharing.ts';
import { defineFlow } from '../kit/catalogue.ts';
import { done, fails, unreachable } from '../kit/outcomes.ts';
import { shareLinkMachine } from './share-link.machine.ts';
import { shareLinkInvariants } from './share-link.rules.ts';

const show: Show = { recap: true, scenes: true, moments: true, entities: true, playerNames: false };
const withoutScenes: Show = { ...show, scenes: false };
const campaignPage = { enabled: true, hasPassphrase: false, leftOut: false };
const off: ShareLink = { publicId: null, enabled: false, show, hasPassphrase: false, campaignPage };
const on: ShareLink = { ...off, publicId: 'AAAAAAAAAAAAAAAAAAAAAA', enabled: true };
const secured: ShareLink = { ...on, hasPassphrase: true };
const renewed: ShareLink = { ...on, publicId: 'BBBBBBBBBBBBBBBBBBBBBA' };
const session = '01900000-0000-7000-8000-000000000003';
const changes = [{ key: 'summary', from: 'gm', to: 'public' }] as const;
export const shareLinkFlow = defineFlow({
  name: 'share-link',
  title: 'Links to share',
  group: 'Sessions and notes',
  paragraph:
    'A game master gives a campaign or a session an address that anyone can read without an account, ' +
    'and another for the players, who see more and may need a passphrase. The dialog says what will be ' +
    'readable before the link is on. The game master chooses what its page shows (part by part, or notes by a preset, with a preview and undo), copies the address, ' +
    'replaces it or turns it off at once. Where the page of the campaign shows what the link of a session protects or ' +
    'no longer shows, the dialog says so and puts it right.',
  requirements: ['R1.4', 'R2.7', 'R2.8', 'R2.34', 'R6.5', 'R9.8'],
  story: ['closed', 'open.reading', 'open.off', 'open.confirming', 'open.turningOn', 'open.on'],
  next: { 'proposal-review': 'players suggest changes' },
  synonyms: {
    link: ['share', 'public', 'publish'],
    withdraw: ['revoke', 'unshare'],
  },
  machine: shareLinkMachine,
  events: {
    'share.opened': [
      {
        name: 'the user opens the sharing of a session',
        event: {
          type: 'share.opened',
          target: { kind: 'session', id: session, title: 'Session 3' },
        },
      },
    ],
    'share.closed': 'the user closes the dialog',
    'audience.chosen': [
      {
        name: 'the user switches to the link for players',
        event: { type: 'audience.chosen', audience: 'players' },
      },
      {
        name: 'the user switches to the link for anyone',
        event: { type: 'audience.chosen', audience: 'public' },
      },
    ],
    'passphrase.changed': [
      {
        name: 'the user types a passphrase',
        event: { type: 'passphrase.changed', passphrase: 'lantern' },
      },
      {
        name: 'the user types too short a passphrase',
        event: { type: 'passphrase.changed', passphrase: 'oil' },
      },
    ],
    'passphrase.saved': 'the user sets the passphrase',
    'passphrase.removed': 'the user removes the passphrase',
    'campaign.chosen': [
      {
        name: "the user gives the campaign's link the same passphrase",
        event: { type: 'campaign.chosen', choice: 'samePassphrase' },
      },
      {
        name: "the user leaves the session out of the campaign's page",
        event: { type: 'campaign.chosen', choice: 'leaveOut' },
      },
      {
        name: "the user shows the session on the campaign's page again",
        event: { type: 'campaign.chosen', choice: 'include' },
      },
    ],
    'preset.chosen': [
      { name: 'the user shows recap and scenes', event: { type: 'preset.chosen', preset: 'scenes' } },
    ],
    'marks.undone': 'the user undoes it',
    retry: 'the user tries again',
    'sharing.requested': 'the user wants a link',
    'sharing.confirmed': 'the user turns the link on',
    'sharing.declined': 'the user decides against it',
    'show.changed': [
      { name: 'the user hides the scenes', event: { type: 'show.changed', show: withoutScenes } },
    ],
    'copy.requested': 'the user copies the address',
    'renewal.requested': 'the user wants a new address',
    'revocation.requested': 'the user turns the link off',
    'user.left': 'the user is signed out',
  },
  outcomes: {
    readLink: [done('the link is off', off), done('the link is on', on), unreachable],
    turnOnLink: [done('the link is on', on), unreachable],
    changeLink: [done('the page shows it', { ...on, show: withoutScenes }), unreachable],
    renewLink: [done('there is a new address', renewed), unreachable],
    setPassphrase: [done('the passphrase is set', secured), unreachable],
    removePassphrase: [done('the passphrase is removed', on), unreachable],
    chooseCampaignPage: [
      done("the campaign's link has the passphrase too", { ...campaignPage, hasPassphrase: true }),
      done('the session is left out', { ...campaignPage, leftOut: true }),
      unreachable,
    ],
    revokeLink: [done('the page is gone', undefined), unreachable],
    markNotes: [
      done('the notes are marked', { marked: [{ sessionId: session, changes }], rest: [] }),
      done('the notes were marked so already', { marked: [], rest: [] }),
      done('more sessions have notes', { marked: [], rest: [session] }),
      unreachable,
    ],
    undoMarks: [done('the notes are as before', undefined), unreachable],
    copyLink: [
      done('the address is in the clipboard', undefined),
      fails('the browser refuses', 'clipboard', 'Failed to copy text to clipboard'),
    ],
  },
  alike: {
    readLink: { 'the server cannot be reached': ['notFound'] },
    renewLink: { 'the server cannot be reached': ['notFound', 'conflict'] },
    revokeLink: { 'the server cannot be reached': ['notFound'] },
    chooseCampaignPage: { 'the server cannot be reached': ['notFound', 'conflict'] },
    markNotes: { 'the server cannot be reached': ['notFound', 'staleRevision', 'unexpected'] },
    undoMarks: { 'the server cannot be reached': ['notFound', 'staleRevision'] },
    copyLink: { 'the browser refuses': ['notFound'] },
  },
  guards: {
    isLinkOn: 'The link is on.',
    isForPlayers: 'The dialog shows the link for players.',
    isPassphraseSound: 'The passphrase in the field is long enough, or there is none.',
    isPassphraseReady: 'The passphrase in the field is long enough.',
    canChoose: "The choice would change what the campaign's page does with this session.",
    hasMore: 'Notes of more sessions are to be marked.',
    hasMarked: 'A preset has changed notes since the dialog opened.',
    hasPassphrase: 'The link has a passphrase.',
  },
  // Left out are addresses, what pages show, and what the user has just asked for: no guard reads them.
  abstraction: ({ audience, link, passphrase, rest, marked, failure }) => ({
    audience,
    isOn: link?.enabled,
    hasPassphrase: link?.hasPassphrase,
    campaignPage: link?.campaignPage,
    passphrase,
    hasRest: rest !== null,
    hasMarked: marked.length > 0,
    hasFailed: failure !== null,
  }),
  invariants: shareLinkInvariants,
});

import type { PublicLink, Show } from '#contract/sharing.ts';
import { defineFlow } from '../kit/catalogue.ts';
import { shareLinkMachine } from './share-link.machine.ts';
import { shareLinkInvariants } from './share-link.rules.ts';

const show: Show = { recap: true, scenes: true, moments: true, entities: true, playerNames: false };
const withoutScenes: Show = { ...show, scenes: false };
const off: PublicLink = { publicId: null, enabled: false, show };
const on: PublicLink = { publicId: 'AAAAAAAAAAAAAAAAAAAAAA', enabled: true, show };
const renewed: PublicLink = { ...on, publicId: 'BBBBBBBBBBBBBBBBBBBBBA' };
const unreachable = {
  name: 'the server cannot be reached',
  type: 'error' as const,
  error: { code: 'network', message: 'The server cannot be reached. Please check your connection.' },
};

export const shareLinkFlow = defineFlow({
  name: 'share-link',
  title: 'Public link',
  group: 'Sessions and notes',
  paragraph:
    'A game master gives a campaign or a session an address that anyone can read without an account. They are told what ' +
    'will be readable before it is on, choose what its page shows, copy the address, replace it by a new one or take ' +
    'the page away at once.',
  requirements: ['R1.4', 'R2.7', 'R2.8', 'R2.34', 'R6.5', 'R9.8'],
  machine: shareLinkMachine,
  scenarios: [{ name: 'page opened' }],
  events: {
    'share.opened': [
      {
        name: 'the user opens the sharing of a session',
        event: {
          type: 'share.opened',
          target: { kind: 'session', id: '01900000-0000-7000-8000-000000000003', title: 'Session 3' },
        },
      },
    ],
    'share.closed': [{ name: 'the user closes the dialog', event: { type: 'share.closed' } }],
    retry: [{ name: 'the user tries again', event: { type: 'retry' } }],
    'sharing.requested': [{ name: 'the user wants a link', event: { type: 'sharing.requested' } }],
    'sharing.confirmed': [{ name: 'the user turns the link on', event: { type: 'sharing.confirmed' } }],
    'sharing.declined': [{ name: 'the user would rather not', event: { type: 'sharing.declined' } }],
    'show.changed': [
      { name: 'the user takes the scenes away', event: { type: 'show.changed', show: withoutScenes } },
    ],
    'copy.requested': [{ name: 'the user copies the address', event: { type: 'copy.requested' } }],
    'renewal.requested': [{ name: 'the user wants a new address', event: { type: 'renewal.requested' } }],
    'revocation.requested': [
      { name: 'the user turns the link off', event: { type: 'revocation.requested' } },
    ],
    'user.left': [{ name: 'the user has gone', event: { type: 'user.left' } }],
  },
  outcomes: {
    readLink: [
      { name: 'the link is off', type: 'done', output: off },
      { name: 'the link is on', type: 'done', output: on },
      unreachable,
    ],
    turnOnLink: [{ name: 'the link is on', type: 'done', output: on }, unreachable],
    changeLink: [
      { name: 'the page shows it', type: 'done', output: { ...on, show: withoutScenes } },
      unreachable,
    ],
    renewLink: [{ name: 'there is a new address', type: 'done', output: renewed }, unreachable],
    revokeLink: [{ name: 'the page is gone', type: 'done', output: undefined }, unreachable],
    copyLink: [
      { name: 'the address is in the clipboard', type: 'done', output: undefined },
      {
        name: 'the browser refuses',
        type: 'error',
        error: { code: 'clipboard', message: 'Failed to copy text to clipboard' },
      },
    ],
  },
  guards: { isLinkOn: 'The link is on.' },
  invariants: shareLinkInvariants,
});

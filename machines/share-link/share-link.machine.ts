import type { CampaignPageChoice } from '#contract/campaign-page-choice.ts';
import type { SharePreset } from '#contract/share-presets.ts';
import type { LinkAudience, OnCampaignPage } from '#contract/sharing.ts';
import { keepFailure } from '../kit/failure.ts';
import { tag } from '../kit/tags.ts';
import { type MarkStep, nothingShared, type ShareLinkContext, shareLinkSetup } from './share-link.setup.ts';

const subject = ({
  context: { target, audience, link, wanted, passphrase, choice },
}: {
  context: ShareLinkContext;
}) => ({
  target,
  audience,
  link,
  wanted,
  passphrase,
  choice,
});
const otherAudience = {
  target: '#shareLink.open.reading',
  actions: {
    type: 'keepAudience',
    params: ({ event }: { event: { audience: LinkAudience } }) => ({ audience: event.audience }),
  },
} as const;
const passphraseTyped = {
  guard: 'isForPlayers',
  actions: {
    type: 'keepPassphrase',
    params: ({ event }: { event: { passphrase: string } }) => ({ passphrase: event.passphrase }),
  },
} as const;

const campaignChosen = {
  guard: {
    type: 'canChoose',
    params: ({ event }: { event: { choice: CampaignPageChoice } }) => ({ choice: event.choice }),
  },
  target: 'settling',
  actions: {
    type: 'keepChoice',
    params: ({ event }: { event: { choice: CampaignPageChoice } }) => ({ choice: event.choice }),
  },
} as const;
const settling = {
  description: "Tells the server what the campaign's page should do with this session.",
  tags: tag.busy,
  exit: 'forgetChoice',
  invoke: {
    id: 'chooseCampaignPage',
    src: 'chooseCampaignPage',
    input: subject,
    onDone: {
      target: 'settled',
      actions: {
        type: 'keepCampaignPage',
        params: ({ event }: { event: { output: OnCampaignPage } }) => ({ campaignPage: event.output }),
      },
    },
    onError: { target: 'settled.failed', actions: keepFailure },
  },
} as const;

const marks = ({ context: { target, audience, preset, rest, marked } }: { context: ShareLinkContext }) => ({
  target,
  audience,
  preset,
  rest,
  marked,
});
const presetChosen = {
  target: 'marking',
  actions: {
    type: 'keepPreset',
    params: ({ event }: { event: { preset: SharePreset } }) => ({ preset: event.preset }),
  },
} as const;
const marksUndone = { guard: 'hasMarked', target: 'unmarking' } as const;
const keepMarks = {
  type: 'keepMarks',
  params: ({ event }: { event: { output: MarkStep } }) => ({ step: event.output }),
} as const;
const marking = {
  description:
    'Marks the notes of a session for the audience, one session after the other. What is marked so already stays marked if a later session fails, or if the dialog is closed; a notice then tells how many sessions are left.',
  tags: tag.busy,
  invoke: {
    id: 'markNotes',
    src: 'markNotes',
    input: marks,
    onDone: [
      {
        guard: {
          type: 'hasMore',
          params: ({ event }: { event: { output: MarkStep } }) => ({ step: event.output }),
        },
        target: 'marking',
        reenter: true,
        actions: keepMarks,
      },
      { target: 'settled.marked', actions: [keepMarks, 'forgetPreset', 'refreshNotes'] },
    ],
    onError: { target: 'settled.failed', actions: [keepFailure, 'forgetPreset', 'refreshNotes'] },
  },
} as const;
const unmarking = {
  description:
    'Marks the notes of all these sessions as before the presets, except what the user has marked otherwise since.',
  tags: tag.busy,
  invoke: {
    id: 'undoMarks',
    src: 'undoMarks',
    input: marks,
    onDone: { target: 'settled', actions: ['forgetMarks', 'refreshNotes'] },
    onError: { target: 'settled.failed', actions: [keepFailure, 'refreshNotes'] },
  },
} as const;
const marked = {
  description: 'The notes are marked; the dialog says so, and the user can undo it.',
  tags: tag.done,
} as const;

export const shareLinkMachine = shareLinkSetup.createMachine({
  id: 'shareLink',
  context: nothingShared,
  initial: 'closed',
  on: { 'user.left': '.closed' },
  states: {
    closed: {
      description: 'The dialog is closed; the page keeps nothing of a link.',
      tags: tag.idle,
      entry: 'forgetAll',
      on: {
        'share.opened': {
          target: 'open',
          actions: { type: 'keepTarget', params: ({ event }) => ({ target: event.target }) },
        },
      },
    },
    open: {
      description: 'The dialog covers the page.',
      tags: tag.modal,
      initial: 'reading',
      exit: ['leaveModal', 'refreshNotes'],
      on: { 'share.closed': 'closed' },
      states: {
        reading: {
          description: 'Asks the server whether the link is on.',
          tags: tag.busy,
          invoke: {
            id: 'readLink',
            src: 'readLink',
            input: subject,
            onDone: [
              {
                guard: { type: 'isLinkOn', params: ({ event }) => ({ link: event.output }) },
                target: 'on',
                actions: { type: 'keepLink', params: ({ event }) => ({ link: event.output }) },
              },
              {
                target: 'off',
                actions: { type: 'keepLink', params: ({ event }) => ({ link: event.output }) },
              },
            ],
            onError: { target: 'unread', actions: keepFailure },
          },
        },
        unread: {
          description: 'The link could not be read; the dialog says why, and the user can try again.',
          tags: tag.failed,
          exit: 'forgetFailure',
          on: { retry: 'reading', 'audience.chosen': otherAudience },
        },
        off: {
          description: 'The link is off: its address leads nowhere.',
          initial: 'settled',
          states: {
            settled: {
              description:
                'The user can turn the link on, mark the notes by a preset and, for a session, choose what the campaign’s page shows of it.',
              initial: 'ready',
              on: {
                'sharing.requested': '#shareLink.open.confirming',
                'campaign.chosen': campaignChosen,
                'preset.chosen': presetChosen,
                'marks.undone': marksUndone,
                'audience.chosen': otherAudience,
              },
              states: {
                ready: { description: 'No request is running.', tags: tag.idle },
                marked,
                failed: {
                  description: 'The last action failed; the dialog says why.',
                  tags: tag.failed,
                  exit: 'forgetFailure',
                },
              },
            },
            settling,
            marking,
            unmarking,
          },
        },
        confirming: {
          description: 'Says who will be able to read what, and asks the user to confirm.',
          tags: tag.waiting,
          on: {
            'sharing.confirmed': { guard: 'isPassphraseSound', target: 'turningOn' },
            'sharing.declined': { target: 'off', actions: 'forgetPassphrase' },
            'passphrase.changed': passphraseTyped,
            'audience.chosen': otherAudience,
          },
        },
        turningOn: {
          description: 'The server creates an address that cannot be guessed.',
          tags: tag.busy,
          invoke: {
            id: 'turnOnLink',
            src: 'turnOnLink',
            input: subject,
            onDone: {
              target: 'on',
              actions: [
                { type: 'keepLink', params: ({ event }) => ({ link: event.output }) },
                'forgetPassphrase',
              ],
            },
            onError: { target: 'refused', actions: keepFailure },
          },
        },
        refused: {
          description: 'The server did not turn the link on, or did not answer; the dialog says why.',
          tags: tag.failed,
          exit: 'forgetFailure',
          on: {
            'sharing.confirmed': { guard: 'isPassphraseSound', target: 'turningOn' },
            'sharing.declined': { target: 'off', actions: 'forgetPassphrase' },
            'passphrase.changed': passphraseTyped,
            'audience.chosen': otherAudience,
          },
        },
        on: {
          description: 'Anyone with the address, and the passphrase if there is one, can open the page.',
          initial: 'settled',
          states: {
            settled: {
              description: 'The user can copy the address and change what its page shows.',
              initial: 'ready',
              on: {
                'show.changed': {
                  target: 'changing',
                  actions: { type: 'keepWanted', params: ({ event }) => ({ show: event.show }) },
                },
                'copy.requested': 'copying',
                'renewal.requested': 'renewing',
                'revocation.requested': 'revoking',
                'campaign.chosen': campaignChosen,
                'preset.chosen': presetChosen,
                'marks.undone': marksUndone,
                'passphrase.changed': passphraseTyped,
                'passphrase.saved': { guard: 'isPassphraseReady', target: 'securing' },
                'passphrase.removed': { guard: 'hasPassphrase', target: 'unlocking' },
                'audience.chosen': otherAudience,
              },
              states: {
                ready: { description: 'No request is running.', tags: tag.idle },
                marked,
                copied: {
                  description: 'The address is in the clipboard, and the dialog says so (R9.8).',
                  tags: tag.done,
                  after: { copiedDisplay: 'ready' },
                },
                failed: {
                  description: 'The last action failed; the dialog says why.',
                  tags: tag.failed,
                  exit: 'forgetFailure',
                },
              },
            },
            copying: {
              description: 'Writes the address to the clipboard.',
              tags: tag.busy,
              invoke: {
                id: 'copyLink',
                src: 'copyLink',
                input: subject,
                onDone: 'settled.copied',
                onError: { target: 'settled.failed', actions: keepFailure },
              },
            },
            changing: {
              description: 'Tells the server what the page should show.',
              tags: tag.busy,
              exit: 'forgetWanted',
              invoke: {
                id: 'changeLink',
                src: 'changeLink',
                input: subject,
                onDone: {
                  target: 'settled',
                  actions: { type: 'keepLink', params: ({ event }) => ({ link: event.output }) },
                },
                onError: { target: 'settled.failed', actions: keepFailure },
              },
            },
            renewing: {
              description:
                'The server replaces the address; the old one stops working at once. A passphrase stays.',
              tags: tag.busy,
              invoke: {
                id: 'renewLink',
                src: 'renewLink',
                input: subject,
                onDone: {
                  target: 'settled',
                  actions: { type: 'keepLink', params: ({ event }) => ({ link: event.output }) },
                },
                onError: { target: 'settled.failed', actions: keepFailure },
              },
            },
            securing: {
              description:
                'The server sets the passphrase; players who had already opened the page must enter it.',
              tags: tag.busy,
              invoke: {
                id: 'setPassphrase',
                src: 'setPassphrase',
                input: subject,
                onDone: {
                  target: 'settled',
                  actions: [
                    { type: 'keepLink', params: ({ event }) => ({ link: event.output }) },
                    'forgetPassphrase',
                  ],
                },
                onError: { target: 'settled.failed', actions: keepFailure },
              },
            },
            unlocking: {
              description: 'The server removes the passphrase; the address alone opens the page.',
              tags: tag.busy,
              invoke: {
                id: 'removePassphrase',
                src: 'removePassphrase',
                input: subject,
                onDone: {
                  target: 'settled',
                  actions: { type: 'keepLink', params: ({ event }) => ({ link: event.output }) },
                },
                onError: { target: 'settled.failed', actions: keepFailure },
              },
            },
            settling,
            marking,
            unmarking,
            revoking: {
              description:
                'The server turns the link off: its address and its passphrase are void at once. Who is reading ' +
                'keeps what is on the screen, and finds nothing at the next click. Turning it on again makes a new ' +
                'address.',
              tags: tag.busy,
              invoke: {
                id: 'revokeLink',
                src: 'revokeLink',
                input: subject,
                onDone: { target: '#shareLink.open.off', actions: ['forgetAddress', 'forgetPassphrase'] },
                onError: { target: 'settled.failed', actions: keepFailure },
              },
            },
          },
        },
      },
    },
  },
});

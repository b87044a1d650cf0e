import type { Posting } from '#contract/posting.ts';
import { keepFailure } from '../kit/failure.ts';
import { tag } from '../kit/tags.ts';
import { campaignWebhookSetup, nothingSetUp } from './campaign-webhook.setup.ts';

const asRead = ({ event }: { event: { output: Posting } }) => ({ posting: event.output });
const keepPosting = { type: 'keepPosting', params: asRead } as const;

export const campaignWebhookMachine = campaignWebhookSetup.createMachine({
  id: 'campaignWebhook',
  context: nothingSetUp,
  initial: 'closed',
  on: { 'user.left': '.closed' },
  states: {
    closed: {
      description: 'The dialog is closed. The page keeps nothing of the webhook.',
      tags: tag.idle,
      entry: 'forgetAll',
      on: {
        'webhook.opened': {
          target: 'open',
          actions: { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) },
        },
      },
    },
    open: {
      description: 'The dialog covers the page.',
      initial: 'reading',
      on: { 'webhook.closed': 'closed' },
      states: {
        reading: {
          description: 'Asks the server whether the campaign has a webhook.',
          tags: tag.busy,
          invoke: {
            id: 'readPosting',
            src: 'readPosting',
            input: ({ context: { place } }) => ({ place }),
            onDone: [
              {
                guard: { type: 'isWebhookThere', params: asRead },
                target: 'settled',
                actions: keepPosting,
              },
              {
                target: 'entering',
                actions: keepPosting,
              },
            ],
            onError: { target: 'unread', actions: keepFailure },
          },
        },
        unread: {
          description: 'The settings could not be read. The dialog says why, and the user can try again.',
          tags: tag.failed,
          exit: 'forgetFailure',
          on: { retry: 'reading' },
        },
        entering: {
          description: 'The user enters the address of a webhook.',
          initial: 'blank',
          on: {
            'address.submitted': {
              target: 'saving',
              actions: { type: 'keepAddress', params: ({ event }) => ({ address: event.address }) },
            },
            'change.declined': { guard: 'hasWebhook', target: 'settled' },
          },
          states: {
            blank: { description: 'No new address was sent yet.', tags: tag.waiting },
            refused: {
              description:
                'The server rejected the address or did not answer, or after a failed request there is no webhook any more. The ' +
                'dialog says why. ' +
                'Who keeps the current address has the settings read again, as the new one may be stored.',
              tags: tag.failed,
              exit: 'forgetFailure',
              on: {
                'change.declined': { guard: 'hasWebhook', target: '#campaignWebhook.open.reading' },
              },
            },
          },
        },
        saving: {
          description:
            'The server checks the address and stores it encrypted. If it replaces another, posts on their way ' +
            'to the old one fail, and automatic posting stays on, or is on again if the server had stopped it.',
          tags: tag.busy,
          exit: 'forgetAddress',
          invoke: {
            id: 'saveWebhook',
            src: 'saveWebhook',
            input: ({ context: { place, address } }) => ({ place, address }),
            onDone: {
              target: 'settled.saved',
              actions: { type: 'keepSaved', params: ({ event }) => ({ saved: event.output }) },
            },
            onError: { target: 'entering.refused', actions: keepFailure },
          },
        },
        settled: {
          description: 'The campaign has a webhook. It can be tested, changed and removed.',
          initial: 'ready',
          on: {
            'test.requested': 'testing',
            'automatic.changed': {
              target: 'switching',
              actions: { type: 'keepWanted', params: ({ event }) => ({ automatic: event.automatic }) },
            },
            'change.requested': 'entering',
            'removal.requested': 'removing',
          },
          states: {
            ready: { description: 'No request is running.', tags: tag.idle },
            saved: {
              description:
                'The address is stored. If it is one of the user’s own, its signing secret is shown until the ' +
                'dialog is closed, and never again.',
              tags: tag.done,
            },
            tested: { description: 'The test message was posted.', tags: tag.done },
            failed: {
              description:
                'The last request failed. The dialog says why, and shows the settings as last read.',
              tags: tag.failed,
              exit: 'forgetFailure',
            },
          },
        },
        testing: {
          description:
            'The server posts a test message. If the webhook turns out to be gone, or its address unreadable, it stops ' +
            'posting automatically.',
          tags: tag.busy,
          invoke: {
            id: 'testWebhook',
            src: 'testWebhook',
            input: ({ context: { place } }) => ({ place }),
            onDone: 'settled.tested',
            onError: { target: 'rereading', actions: keepFailure },
          },
        },
        switching: {
          description: 'The server turns automatic posting on or off.',
          tags: tag.busy,
          exit: 'forgetWanted',
          invoke: {
            id: 'changePosting',
            src: 'changePosting',
            input: ({ context: { place, wanted } }) => ({ place, wanted }),
            onDone: {
              target: 'settled',
              actions: keepPosting,
            },
            onError: { target: 'rereading', actions: keepFailure },
          },
        },
        rereading: {
          description:
            'A request failed, which may have changed the settings all the same: asks for them again. The dialog says why it ' +
            'failed, and keeps saying so.',
          tags: tag.busy,
          invoke: {
            id: 'readPosting',
            src: 'readPosting',
            input: ({ context: { place } }) => ({ place }),
            onDone: [
              {
                guard: { type: 'isWebhookThere', params: asRead },
                target: 'settled.failed',
                actions: keepPosting,
              },
              {
                target: 'entering.refused',
                actions: keepPosting,
              },
            ],
            onError: 'settled.failed',
          },
        },
        removing: {
          description: 'The server deletes the address; posts on their way fail.',
          tags: tag.busy,
          invoke: {
            id: 'removeWebhook',
            src: 'removeWebhook',
            input: ({ context: { place } }) => ({ place }),
            onDone: { target: 'entering', actions: 'forgetWebhook' },
            onError: { target: 'rereading', actions: keepFailure },
          },
        },
      },
    },
  },
});

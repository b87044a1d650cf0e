import { present } from '#contract/unknown-values.ts';
import { tag } from '../kit/tags.ts';
import { checkoutSetup, noPurchase } from './checkout.setup.ts';

export const checkoutMachine = checkoutSetup.createMachine({
  id: 'checkout',
  context: noPurchase,
  initial: 'choosing',
  on: {
    'user.left': { target: '.choosing', actions: 'forgetAll' },
    'options.closed': { actions: ['forgetShown', 'dropChoice'] },
  },
  states: {
    choosing: {
      description:
        'Offers Subscription, Pay as you go and FAQ (R2.34); nothing is bought before the user confirms.',
      tags: tag.idle,
      on: {
        'part.chosen': { actions: { type: 'keepPart', params: ({ event }) => event } },
        'credits.needed': { actions: { type: 'keepNeed', params: ({ event }) => event } },
        'purchase.chosen': {
          actions: [{ type: 'keepChoice', params: ({ event }) => event }, 'showOptions'],
        },
        'choice.withdrawn': { guard: 'hasChoice', actions: ['forgetShown', 'hideOptions'] },
        'purchase.confirmed': {
          target: 'creating',
          actions: { type: 'keepPurchase', params: ({ event }) => event },
        },
        'return.found': [
          {
            guard: { type: 'isCompleted', params: ({ event }) => event },
            target: 'confirming',
            actions: [
              { type: 'keepReturn', params: ({ event }) => event },
              { type: 'returnToPlace', params: ({ event }) => event },
            ],
          },
          {
            guard: { type: 'isNamed', params: ({ event }) => event },
            target: 'lookingBack',
            actions: [
              { type: 'keepReturn', params: ({ event }) => event },
              { type: 'returnToPlace', params: ({ event }) => event },
            ],
          },
          {
            guard: { type: 'isClaimed', params: ({ event }) => event },
            actions: [
              { type: 'tellNews', params: { kind: 'takenIn' } },
              { type: 'returnToPlace', params: ({ event }) => event },
            ],
          },
          {
            actions: [
              { type: 'keepNews', params: { kind: 'nothingBought' } },
              { type: 'tellNews', params: { kind: 'nothingBought' } },
              { type: 'returnToPlace', params: ({ event }) => event },
            ],
          },
        ],
      },
    },
    creating: {
      description:
        'The server opens a checkout for the confirmed purchase. Closing the options abandons it; ' +
        'nothing is charged.',
      tags: [tag.busy, tag.cancellable],
      invoke: {
        id: 'openCheckout',
        src: 'openCheckout',
        input: ({ context }) => ({ purchase: present(context.purchase, 'confirmed purchase') }),
        onDone: [
          {
            guard: { type: 'isWebAddress', params: ({ event }) => event.output },
            target: 'leaving',
            actions: [
              { type: 'keepCheckout', params: ({ event }) => event.output },
              'forgetChoice',
              'dropChoice',
              { type: 'rememberCheckout', params: ({ event }) => event.output },
            ],
          },
          { target: 'refused', actions: { type: 'keepRefusal', params: { error: null } } },
        ],
        onError: [
          {
            guard: { type: 'leadsToPortal', params: ({ event }) => event },
            target: 'leavingForPortal',
            actions: [
              { type: 'keepPortal', params: ({ event }) => ({ error: event.error }) },
              'forgetChoice',
              'dropChoice',
            ],
          },
          {
            target: 'refused',
            actions: { type: 'keepRefusal', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
      on: {
        'options.closed': { target: 'choosing', actions: ['forgetPurchase', 'forgetShown', 'dropChoice'] },
        'choice.withdrawn': {
          guard: 'hasChoice',
          target: 'choosing',
          actions: ['forgetPurchase', 'forgetShown', 'hideOptions'],
        },
      },
    },
    refused: {
      description:
        'The checkout could not be opened; the dialog says so (R8.3). The choice stays, and the user can ' +
        'try again.',
      tags: tag.failed,
      exit: 'forgetFailure',
      on: {
        retry: 'creating',
        'purchase.chosen': {
          target: 'choosing',
          actions: ['forgetPurchase', { type: 'keepChoice', params: ({ event }) => event }, 'showOptions'],
        },
        'choice.withdrawn': {
          guard: 'hasChoice',
          target: 'choosing',
          actions: ['forgetPurchase', 'forgetShown', 'hideOptions'],
        },
        'purchase.confirmed': {
          target: 'creating',
          actions: { type: 'keepPurchase', params: ({ event }) => event },
        },
        'part.chosen': {
          target: 'choosing',
          actions: ['forgetPurchase', { type: 'keepPart', params: ({ event }) => event }],
        },
        'credits.needed': {
          target: 'choosing',
          actions: ['forgetPurchase', { type: 'keepNeed', params: ({ event }) => event }],
        },
        'options.closed': { target: 'choosing', actions: ['forgetPurchase', 'forgetShown', 'dropChoice'] },
      },
    },
    leaving: {
      description:
        'The browser goes to the checkout. On the way back the page is loaded again and begins in Choosing; after a payment ' +
        'it goes on to Confirming. Only the Back button can show this page itself again: it asks whether something was paid.',
      tags: [tag.busy, tag.cancellable],
      entry: { type: 'leavePage', params: ({ context }) => ({ address: context.checkout?.address ?? null }) },
      invoke: { id: 'watchReturn', src: 'watchReturn', onError: {} },
      on: {
        'page.restored': 'lookingBack',
        'options.closed': {
          target: 'choosing',
          actions: ['stayOnPage', 'forgetCheckout', 'forgetPurchase', 'forgetShown'],
        },
      },
    },
    leavingForPortal: {
      description:
        'There is already a subscription: the browser goes to the billing portal, where the user can change it (R8.2).',
      tags: [tag.busy, tag.cancellable],
      entry: [
        'rememberPortalVisit',
        { type: 'leavePage', params: ({ context }) => ({ address: context.checkout?.address ?? null }) },
      ],
      invoke: { id: 'watchReturn', src: 'watchReturn', onError: {} },
      on: {
        'page.restored': { target: 'choosing', actions: ['forgetPurchase', 'refreshUser'] },
        'options.closed': {
          target: 'choosing',
          actions: ['stayOnPage', 'forgetPurchase', 'forgetShown'],
        },
      },
    },
    lookingBack: {
      description:
        'The browser is back without news of a payment, by the Back button or because the checkout was abandoned: asks the ' +
        'server once whether there is one. The tab remembers the checkout until the server answers, or until it is closed.',
      tags: tag.busy,
      on: {
        'purchase.chosen': {
          actions: [{ type: 'keepChoice', params: ({ event }) => event }, 'showOptions'],
        },
      },
      invoke: {
        id: 'readCheckout',
        src: 'readCheckout',
        input: ({ context }) => ({ checkoutId: present(context.checkout?.checkoutId, 'checkout') }),
        onDone: [
          {
            guard: { type: 'isPaid', params: ({ event }) => event.output },
            target: 'credited',
            actions: { type: 'keepBrought', params: ({ event }) => event.output },
          },
          { guard: { type: 'isProcessing', params: ({ event }) => event.output }, target: 'processing' },
          {
            target: 'choosing',
            actions: [
              { type: 'keepNews', params: { kind: 'nothingBought' } },
              { type: 'tellNews', params: { kind: 'nothingBought' } },
              'forgetCheckout',
            ],
          },
        ],
        onError: [
          {
            guard: { type: 'isUnknown', params: ({ event }) => event },
            target: 'choosing',
            actions: ['forgetCheckout', 'forgetPurchase'],
          },
          { target: 'choosing', actions: 'forgetPurchase' },
        ],
      },
    },
    confirming: {
      description:
        'The browser is back from a completed checkout: asks the server every two seconds, for 20 seconds ' +
        'at most, until the payment arrives.',
      tags: tag.busy,
      entry: 'showOptions',
      initial: 'asking',
      after: { patience: 'aside' },
      on: { 'options.closed': { target: 'aside', actions: ['forgetShown', 'dropChoice'] } },
      states: {
        asking: {
          description: 'The server reads the checkout at Stripe, so that it need not wait to be told.',
          invoke: {
            id: 'readCheckout',
            src: 'readCheckout',
            input: ({ context }) => ({ checkoutId: present(context.checkout?.checkoutId, 'checkout') }),
            onDone: [
              {
                guard: { type: 'isPaid', params: ({ event }) => event.output },
                target: '#checkout.credited',
                actions: { type: 'keepBrought', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'isProcessing', params: ({ event }) => event.output },
                target: '#checkout.processing',
              },
              {
                guard: { type: 'isExpired', params: ({ event }) => event.output },
                target: '#checkout.choosing',
                actions: [
                  { type: 'keepNews', params: { kind: 'nothingBought' } },
                  { type: 'tellNews', params: { kind: 'nothingBought' } },
                  'forgetCheckout',
                ],
              },
              { target: 'resting' },
            ],
            onError: [
              {
                guard: { type: 'isUnknown', params: ({ event }) => event },
                target: '#checkout.choosing',
                actions: ['forgetCheckout', 'forgetPurchase'],
              },
              { target: 'resting' },
            ],
          },
        },
        resting: {
          description:
            'The payment has not arrived, or the server could not be reached: asks again in two seconds.',
          after: { pollInterval: 'asking' },
        },
      },
    },
    aside: {
      description:
        'The payment takes longer than usual, or the user continued. The page says that nothing is lost and ' +
        'stays usable. It asks for ten more minutes and shows a payment when it arrives; the tab remembers the checkout as ' +
        'long. A reload begins in Confirming again, with ten minutes of its own. A payment that arrives later is credited ' +
        'all the same, and the balance shows it.',
      tags: tag.waiting,
      initial: 'resting',
      exit: 'forgetQuestions',
      after: { asideLimit: { target: 'choosing', actions: ['forgetCheckout', 'forgetPurchase'] } },
      on: {
        'part.chosen': { actions: { type: 'keepPart', params: ({ event }) => event } },
        'credits.needed': { actions: { type: 'keepNeed', params: ({ event }) => event } },
        'purchase.chosen': {
          actions: [{ type: 'keepChoice', params: ({ event }) => event }, 'showOptions'],
        },
        'choice.withdrawn': { guard: 'hasChoice', actions: ['forgetShown', 'hideOptions'] },
        'purchase.confirmed': {
          target: 'creating',
          actions: { type: 'keepPurchase', params: ({ event }) => event },
        },
      },
      states: {
        asking: {
          description: 'Asks the server in the background.',
          invoke: {
            id: 'readCheckout',
            src: 'readCheckout',
            input: ({ context }) => ({ checkoutId: present(context.checkout?.checkoutId, 'checkout') }),
            onDone: [
              {
                guard: { type: 'isPaid', params: ({ event }) => event.output },
                target: '#checkout.choosing',
                actions: [
                  { type: 'keepBrought', params: ({ event }) => event.output },
                  {
                    type: 'tellNews',
                    params: ({ context }) => present(context.news, 'news of the checkout'),
                  },
                  'refreshUser',
                  'forgetCheckout',
                ],
              },
              {
                guard: { type: 'isProcessing', params: ({ event }) => event.output },
                target: '#checkout.choosing',
                actions: [
                  { type: 'keepNews', params: { kind: 'processing' } },
                  { type: 'tellNews', params: { kind: 'processing' } },
                  'forgetCheckout',
                ],
              },
              {
                guard: { type: 'isExpired', params: ({ event }) => event.output },
                target: '#checkout.choosing',
                actions: [
                  { type: 'keepNews', params: { kind: 'nothingBought' } },
                  { type: 'tellNews', params: { kind: 'nothingBought' } },
                  'forgetCheckout',
                ],
              },
              { target: 'resting' },
            ],
            onError: 'resting',
          },
        },
        resting: {
          description: 'Waits before it asks again: ten seconds at first, later up to 45.',
          after: { slowPollInterval: { target: 'asking', actions: 'countQuestion' } },
        },
      },
    },
    processing: {
      description:
        'The user paid with a slow method, such as a bank transfer: what was bought arrives later.',
      tags: tag.done,
      entry: ['forgetCheckout', 'showOptions'],
      on: {
        'options.closed': { target: 'choosing', actions: ['forgetPurchase', 'forgetShown', 'dropChoice'] },
      },
    },
    credited: {
      description: 'The purchase has arrived: reloads the balance, and the page shows what was bought.',
      tags: tag.done,
      entry: ['forgetCheckout', 'refreshUser', 'showOptions'],
      on: { 'options.closed': { target: 'choosing', actions: ['forgetShown', 'dropChoice'] } },
    },
  },
});

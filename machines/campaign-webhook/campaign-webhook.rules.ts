import type { Invariant } from '../kit/catalogue.ts';
import type { CampaignWebhookContext } from './campaign-webhook.setup.ts';

export const campaignWebhookInvariants: readonly Invariant<CampaignWebhookContext>[] = [
  {
    name: 'each request is made only when the user asks for it',
    holds: ({ started, cause }) =>
      (!started.includes('saveWebhook') || cause === 'address.submitted') &&
      (!started.includes('testWebhook') || cause === 'test.requested') &&
      (!started.includes('changePosting') || cause === 'automatic.changed') &&
      (!started.includes('removeWebhook') || cause === 'removal.requested'),
  },
  {
    name: 'asks for the settings again after each failure that may have changed them',
    holds: ({ started, cause }) =>
      ![
        'testWebhook: the webhook is gone',
        'changePosting: the server cannot be reached',
        'removeWebhook: the server cannot be reached',
      ].includes(cause ?? '') || started.includes('readPosting'),
  },
  {
    name: 'keeps an address only while the server stores it',
    holds: ({ isIn, context }) => (context.address !== null) === isIn('open.saving'),
  },
  {
    name: 'keeps a choice only while the server stores it',
    holds: ({ isIn, context }) => (context.wanted !== null) === isIn('open.switching'),
  },
  {
    name: 'a webhook can be tested, switched and removed only if there is one',
    holds: ({ isIn, context }) =>
      !['settled', 'testing', 'switching', 'removing', 'rereading'].some((state) => isIn(`open.${state}`)) ||
      context.posting?.webhook != null,
  },
  {
    name: 'shows a reason exactly when something has failed',
    holds: ({ isIn, context }) =>
      (context.failure !== null) ===
      ['unread', 'entering.refused', 'rereading', 'settled.failed'].some((state) => isIn(`open.${state}`)),
  },
  {
    name: 'knows a secret only together with its webhook',
    holds: ({ context }) => context.signingSecret === null || context.posting?.webhook != null,
  },
  {
    name: 'keeps no data once the dialog is closed',
    holds: ({ isIn, context }) =>
      isIn('closed') === (context.place === null) && (!isIn('closed') || context.posting === null),
  },
  {
    name: 'only one request runs at a time',
    holds: ({ running }) => running.length <= 1,
  },
];

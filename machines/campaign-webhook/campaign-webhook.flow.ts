import type { Posting } from '#contract/posting.ts';
import { defineFlow } from '../kit/catalogue.ts';
import { done, fails, unreachable } from '../kit/outcomes.ts';
import { campaignWebhookMachine } from './campaign-webhook.machine.ts';
import { campaignWebhookInvariants } from './campaign-webhook.rules.ts';

const none: Posting = { webhook: null, automatic: false, turnedOffBecause: null };
const discord: Posting = {
  webhook: { kind: 'discord', host: 'discord.com', ending: 'x7Qa', savedAt: '2026-03-12T20:00:00.000Z' },
  automatic: false,
  turnedOffBecause: null,
};
const own: Posting = {
  ...discord,
  webhook: { kind: 'web', host: 'wiki.example.org', ending: 'otes', savedAt: '2026-03-12T20:05:00.000Z' },
};
export const campaignWebhookFlow = defineFlow({
  name: 'campaign-webhook',
  title: 'Discord and webhooks',
  group: 'Sessions and notes',
  paragraph:
    'A game master gives a campaign the address of a Discord webhook, or of their own. The address is a ' +
    'secret: it is stored encrypted and never shown again. They post a test message, let notes be ' +
    'posted automatically after an analysis, replace the address or remove it. If the webhook is gone, ' +
    'the server stops posting automatically, and the dialog says why.',
  requirements: ['D6'],
  story: ['closed', 'open.reading', 'open.entering', 'open.saving', 'open.settled'],
  synonyms: {
    webhook: ['Discord', 'integration', 'automatic posting'],
  },
  machine: campaignWebhookMachine,
  events: {
    'webhook.opened': [
      {
        name: 'the user opens Discord and webhooks',
        event: {
          type: 'webhook.opened',
          place: { campaignId: '01900000-0000-7000-8000-00000000ca01' },
        },
      },
    ],
    'webhook.closed': 'the user closes the dialog',
    retry: 'the user tries again',
    'address.submitted': [
      {
        name: 'the user saves an address',
        event: { type: 'address.submitted', address: 'https://discord.com/api/webhooks/1/abcdx7Qa' },
      },
    ],
    'change.requested': 'the user wants to change the address',
    'change.declined': 'the user keeps the address',
    'test.requested': 'the user posts a test message',
    'automatic.changed': [
      {
        name: 'the user turns automatic posting on',
        event: { type: 'automatic.changed', automatic: true },
      },
    ],
    'removal.requested': 'the user removes the webhook',
    'user.left': 'the user is signed out',
  },
  outcomes: {
    readPosting: [
      done('there is no webhook', none),
      done('there is a Discord webhook', discord),
      done('automatic posting was turned off', { ...discord, turnedOffBecause: 'webhookGone' }),
      unreachable,
    ],
    saveWebhook: [
      done('a Discord webhook is stored', { posting: discord, signingSecret: null }),
      done('a webhook of the user’s own is stored', {
        posting: own,
        signingSecret: 'whsec_0123456789abcdef',
      }),
      fails(
        'the address is in a private network',
        'webhookForbidden',
        'This address leads into a private network.',
      ),
    ],
    testWebhook: [
      done('the test message is posted', undefined),
      fails('the webhook is gone', 'webhookFailed', 'The webhook no longer exists.'),
    ],
    changePosting: [done('it is on', { ...discord, automatic: true }), unreachable],
    removeWebhook: [done('the address is deleted', undefined), unreachable],
  },
  alike: {
    readPosting: { 'the server cannot be reached': ['notFound'] },
    saveWebhook: {
      'the address is in a private network': [
        'network',
        'notFound',
        'webhookAddressInvalid',
        'webhookHostUnknown',
        'tooManyRequests',
      ],
    },
    testWebhook: { 'the webhook is gone': ['network', 'notFound', 'webhookMissing', 'tooManyRequests'] },
    changePosting: { 'the server cannot be reached': ['notFound', 'webhookMissing'] },
    removeWebhook: { 'the server cannot be reached': ['notFound'] },
  },
  guards: {
    hasWebhook: 'The campaign has a webhook.',
    isWebhookThere: 'The campaign has a webhook.',
  },
  invariants: campaignWebhookInvariants,
});

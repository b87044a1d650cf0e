import type { Posting } from '#contract/posting.ts';
import { defineFlow } from '../kit/catalogue.ts';
import { unreachable } from '../kit/outcomes.ts';
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
  scenarios: [{ name: 'page opened' }],
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
    'webhook.closed': [{ name: 'the user closes the dialog', event: { type: 'webhook.closed' } }],
    retry: [{ name: 'the user tries again', event: { type: 'retry' } }],
    'address.submitted': [
      {
        name: 'the user saves an address',
        event: { type: 'address.submitted', address: 'https://discord.com/api/webhooks/1/abcdx7Qa' },
      },
    ],
    'change.requested': [
      { name: 'the user wants to change the address', event: { type: 'change.requested' } },
    ],
    'change.declined': [{ name: 'the user keeps the address', event: { type: 'change.declined' } }],
    'test.requested': [{ name: 'the user posts a test message', event: { type: 'test.requested' } }],
    'automatic.changed': [
      {
        name: 'the user turns automatic posting on',
        event: { type: 'automatic.changed', automatic: true },
      },
    ],
    'removal.requested': [{ name: 'the user removes the webhook', event: { type: 'removal.requested' } }],
    'user.left': [{ name: 'the user is signed out', event: { type: 'user.left' } }],
  },
  outcomes: {
    readPosting: [
      { name: 'there is no webhook', type: 'done', output: none },
      { name: 'there is a Discord webhook', type: 'done', output: discord },
      {
        name: 'automatic posting was turned off',
        type: 'done',
        output: { ...discord, turnedOffBecause: 'webhookGone' },
      },
      unreachable,
    ],
    saveWebhook: [
      {
        name: 'a Discord webhook is stored',
        type: 'done',
        output: { posting: discord, signingSecret: null },
      },
      {
        name: 'a webhook of the user’s own is stored',
        type: 'done',
        output: { posting: own, signingSecret: 'whsec_0123456789abcdef' },
      },
      {
        name: 'the address is in a private network',
        type: 'error',
        error: { code: 'webhookForbidden', message: 'This address leads into a private network.' },
      },
    ],
    testWebhook: [
      { name: 'the test message is posted', type: 'done', output: undefined },
      {
        name: 'the webhook is gone',
        type: 'error',
        error: { code: 'webhookFailed', message: 'The webhook no longer exists.' },
      },
    ],
    changePosting: [{ name: 'it is on', type: 'done', output: { ...discord, automatic: true } }, unreachable],
    removeWebhook: [{ name: 'the address is deleted', type: 'done', output: undefined }, unreachable],
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

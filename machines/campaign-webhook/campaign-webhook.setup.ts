import { assign, setup } from 'xstate';
import type { Posting, SavedWebhook } from '#contract/posting.ts';
import { type Failure, failureOf } from '../kit/failure.ts';
import { notProvidedActor } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

export interface WebhookPlace {
  readonly campaignId: string;
}

export interface CampaignWebhookContext {
  readonly place: WebhookPlace | null;
  readonly posting: Posting | null;
  readonly address: string | null;
  readonly signingSecret: string | null;
  readonly wanted: boolean | null;
  readonly failure: Failure | null;
}

type CampaignWebhookEvent =
  | { type: 'webhook.opened'; place: WebhookPlace }
  | { type: 'webhook.closed' }
  | { type: 'retry' }
  | { type: 'address.submitted'; address: string }
  | { type: 'change.requested' }
  | { type: 'change.declined' }
  | { type: 'test.requested' }
  | { type: 'automatic.changed'; automatic: boolean }
  | { type: 'removal.requested' }
  | { type: 'user.left' };

export const nothingSetUp: CampaignWebhookContext = {
  place: null,
  posting: null,
  address: null,
  signingSecret: null,
  wanted: null,
  failure: null,
};

export const campaignWebhookSetup = setup({
  types: {} as { context: CampaignWebhookContext; events: CampaignWebhookEvent; tags: Tag },
  actors: {
    readPosting: notProvidedActor<Posting, { place: WebhookPlace | null }>('readPosting'),
    saveWebhook: notProvidedActor<SavedWebhook, { place: WebhookPlace | null; address: string | null }>(
      'saveWebhook',
    ),
    testWebhook: notProvidedActor<void, { place: WebhookPlace | null }>('testWebhook'),
    changePosting: notProvidedActor<Posting, { place: WebhookPlace | null; wanted: boolean | null }>(
      'changePosting',
    ),
    removeWebhook: notProvidedActor<void, { place: WebhookPlace | null }>('removeWebhook'),
  },
  actions: {
    keepPlace: assign((_, { place }: { place: WebhookPlace }) => ({ ...nothingSetUp, place })),
    keepPosting: assign(({ context }, { posting }: { posting: Posting }) => {
      const isSame = posting.webhook?.savedAt === context.posting?.webhook?.savedAt;
      return { posting, signingSecret: isSame ? context.signingSecret : null };
    }),
    keepSaved: assign((_, { saved }: { saved: SavedWebhook }) => ({
      posting: saved.posting,
      signingSecret: saved.signingSecret,
    })),
    keepAddress: assign({ address: (_, { address }: { address: string }) => address }),
    forgetAddress: assign({ address: null }),
    keepWanted: assign({ wanted: (_, { automatic }: { automatic: boolean }) => automatic }),
    forgetWanted: assign({ wanted: null }),
    forgetWebhook: assign({
      posting: { webhook: null, automatic: false, turnedOffBecause: null },
      signingSecret: null,
    }),
    keepFailure: assign({ failure: (_, { error }: { error: unknown }) => failureOf(error) }),
    forgetFailure: assign({ failure: null }),
    forgetAll: assign(nothingSetUp),
  },
  guards: {
    hasWebhook: ({ context }) => context.posting?.webhook != null,
    isWebhookThere: (_, { posting }: { posting: Posting }) => posting.webhook !== null,
  },
});

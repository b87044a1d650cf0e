import { changePosting, readPosting, removeWebhook, saveWebhook, testWebhook } from '#contract/posting.ts';
import { campaignWebhookMachine } from '#machines/campaign-webhook/campaign-webhook.machine.ts';
import type { WebhookPlace } from '#machines/campaign-webhook/campaign-webhook.setup.ts';
import { implement } from '#machines/kit/implement.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';

function provideCampaignWebhook({ client }: Surroundings): typeof campaignWebhookMachine {
  const at = (place: WebhookPlace | null) => ({ params: { campaignId: place?.campaignId ?? '' } });
  return implement(campaignWebhookMachine, ({ promise }) => ({
    ...promise('readPosting', ({ input: { place }, signal }) =>
      client.call(readPosting, { ...at(place), signal }),
    ),
    ...promise('saveWebhook', ({ input: { place, address }, signal }) =>
      client.call(saveWebhook, { ...at(place), body: { address: address ?? '' }, signal }),
    ),
    ...promise('testWebhook', async ({ input: { place }, signal }) => {
      await client.call(testWebhook, { ...at(place), signal });
    }),
    ...promise('changePosting', ({ input: { place, wanted }, signal }) =>
      client.call(changePosting, { ...at(place), body: { automatic: wanted ?? false }, signal }),
    ),
    ...promise('removeWebhook', async ({ input: { place }, signal }) => {
      await client.call(removeWebhook, { ...at(place), signal });
    }),
  }));
}

export const campaignWebhook: Flow<typeof campaignWebhookMachine> = {
  provide: provideCampaignWebhook,
};

import { useCallback } from 'react';
import { postFailures, webhookHeaders } from '#contract/posting.ts';
import {
  selectIsAutomatic,
  selectWebhookStep,
} from '#machines/campaign-webhook/campaign-webhook.selectors.ts';
import type { FlowActor } from '#web/hooks/flow-actors.ts';
import { useApp } from '#web/hooks/site-provider.tsx';
import { useWholeFlow } from '#web/hooks/use-whole-flow.ts';

export function useOpenWebhook(): (campaignId: string) => void {
  const { flows } = useApp();
  return useCallback(
    (campaignId) => flows.send('campaignWebhook', { type: 'webhook.opened', place: { campaignId } }),
    [flows],
  );
}

const commandsOf = ({ send }: FlowActor<'campaignWebhook'>) => ({
  close: () => send({ type: 'webhook.closed' }),
  retry: () => send({ type: 'retry' }),
  save: (address: string) => send({ type: 'address.submitted', address }),
  change: () => send({ type: 'change.requested' }),
  keep: () => send({ type: 'change.declined' }),
  test: () => send({ type: 'test.requested' }),
  setAutomatic: (automatic: boolean) => send({ type: 'automatic.changed', automatic }),
  remove: () => send({ type: 'removal.requested' }),
});

export function useCampaignWebhook() {
  const { snapshot, commands } = useWholeFlow('campaignWebhook', commandsOf);
  const { posting, signingSecret, failure } = snapshot.context;
  return {
    step: selectWebhookStep(snapshot),
    webhook: posting?.webhook ?? null,
    turnedOffReason: posting?.turnedOffBecause ? postFailures[posting.turnedOffBecause] : null,
    headers: webhookHeaders,
    isAutomatic: selectIsAutomatic(snapshot),
    signingSecret,
    failure,
    ...commands,
  };
}

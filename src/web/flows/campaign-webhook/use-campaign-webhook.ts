import { useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import { postFailures, webhookHeaders } from '#contract/posting.ts';
import {
  selectIsAutomatic,
  selectWebhookStep,
} from '#machines/campaign-webhook/campaign-webhook.selectors.ts';
import { useApp } from '#web/hooks/site-provider.tsx';
import { useFlow } from '#web/hooks/use-flow.ts';

export function useOpenWebhook(): (campaignId: string) => void {
  const { flows } = useApp();
  return useCallback(
    (campaignId) => flows.send('campaignWebhook', { type: 'webhook.opened', place: { campaignId } }),
    [flows],
  );
}

export function useCampaignWebhook() {
  const flow = useFlow('campaignWebhook');
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
      close: () => flow.send({ type: 'webhook.closed' }),
      retry: () => flow.send({ type: 'retry' }),
      save: (address: string) => flow.send({ type: 'address.submitted', address }),
      change: () => flow.send({ type: 'change.requested' }),
      keep: () => flow.send({ type: 'change.declined' }),
      test: () => flow.send({ type: 'test.requested' }),
      setAutomatic: (automatic: boolean) => flow.send({ type: 'automatic.changed', automatic }),
      remove: () => flow.send({ type: 'removal.requested' }),
    }),
    [flow],
  );
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

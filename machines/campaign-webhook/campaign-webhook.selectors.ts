import type { SnapshotFrom } from 'xstate';
import type { campaignWebhookMachine } from './campaign-webhook.machine.ts';

type CampaignWebhookSnapshot = SnapshotFrom<typeof campaignWebhookMachine>;

export function selectWebhookStep(snapshot: CampaignWebhookSnapshot) {
  if (snapshot.matches('closed')) return 'closed' as const;
  const places = [
    'reading',
    'unread',
    'entering',
    'saving',
    'testing',
    'switching',
    'removing',
    'rereading',
  ] as const;
  const settled = ['saved', 'tested', 'failed'] as const;
  return (
    places.find((open) => snapshot.matches({ open })) ??
    settled.find((one) => snapshot.matches({ open: { settled: one } })) ??
    'ready'
  );
}

export const selectIsAutomatic = ({ context: { wanted, posting } }: CampaignWebhookSnapshot): boolean =>
  wanted ?? posting?.automatic ?? false;

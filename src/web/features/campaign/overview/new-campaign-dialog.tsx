import type { CampaignFields } from '#contract/campaigns.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { NewCampaignForm } from './campaign-form.tsx';

interface NewCampaignDialogProps {
  busy: boolean;
  failure: string | null;
  onCreate: (draft: CampaignFields) => void;
  onClose: () => void;
}

export function NewCampaignDialog({ busy, failure, onCreate, onClose }: NewCampaignDialogProps) {
  return (
    <Dialog open title="New campaign" onClose={onClose}>
      <NewCampaignForm busy={busy} failure={failure} onCreate={onCreate} onCancel={onClose} />
    </Dialog>
  );
}

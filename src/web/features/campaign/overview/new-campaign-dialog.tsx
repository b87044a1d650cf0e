import type { CampaignFields } from '#contract/campaigns.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { blankCampaign, CampaignForm } from './campaign-form.tsx';

interface NewCampaignDialogProps {
  busy: boolean;
  failure: string | null;
  onCreate: (draft: CampaignFields) => void;
  onClose: () => void;
}

export function NewCampaignDialog({ busy, failure, onCreate, onClose }: NewCampaignDialogProps) {
  return (
    <Dialog open title="New campaign" onClose={onClose}>
      <CampaignForm
        initial={blankCampaign}
        action="Create campaign"
        busy={busy}
        failure={failure}
        onSubmit={onCreate}
        onCancel={onClose}
      />
    </Dialog>
  );
}

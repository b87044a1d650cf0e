import { useState } from 'react';
import type { Campaign } from '#contract/campaigns.ts';
import { useChangeCampaign } from '#web/hooks/data-hooks.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { type CampaignDraft, CampaignForm } from './campaign-form.tsx';

interface EditCampaignDialogProps {
  campaign: Campaign;
  onReload: () => Promise<Campaign | undefined>;
  onClose: () => void;
}

const draftOf = ({
  title,
  description,
  system,
  setting,
  genre,
  language,
  detailLevel,
  recapStyles,
  instructions,
}: Campaign): CampaignDraft => ({
  title,
  description,
  system,
  setting,
  genre,
  language,
  detailLevel,
  recapStyles,
  instructions,
});

export function EditCampaignDialog({ campaign, onReload, onClose }: EditCampaignDialogProps) {
  const change = useChangeCampaign();
  const [initial] = useState(() => draftOf(campaign));
  const [theirs, setTheirs] = useState<CampaignDraft | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  function save(draft: CampaignDraft) {
    setFailure(null);
    change.mutate(
      { id: campaign.id, revision: campaign.revision, changes: draft },
      {
        onSuccess: onClose,
        onError: async (error) => {
          if (error.code !== 'staleRevision') {
            setFailure(error.message);
            return;
          }
          const latest = await onReload();
          if (latest) setTheirs(draftOf(latest));
        },
      },
    );
  }

  return (
    <Dialog open title="Campaign settings" onClose={onClose}>
      <CampaignForm
        initial={initial}
        action="Save"
        whole
        busy={change.isPending}
        failure={failure}
        theirs={theirs}
        onSubmit={save}
        onCancel={onClose}
      />
    </Dialog>
  );
}

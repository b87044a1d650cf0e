import { useEffect, useState } from 'react';
import type { Campaign, CampaignFields } from '#contract/campaigns.ts';
import { ChangeNotice } from '#web/flows/record-change/change-notice.tsx';
import {
  type Change,
  type RecordChanges,
  savedUnlessStale,
  useRecordChange,
} from '#web/flows/record-change/use-record-change.ts';
import { useChangeCampaign } from '#web/hooks/data-hooks.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { CampaignForm } from './campaign-form.tsx';

interface EditCampaignDialogProps {
  campaign: Campaign;
  changes: RecordChanges;
  onReload: () => Promise<Campaign | undefined>;
}

const draftOf = ({
  id: _,
  sessionCount: _sessions,
  lastPlayedAt: _played,
  revision: _revision,
  createdAt: _created,
  updatedAt: _updated,
  ...fields
}: Campaign): CampaignFields => fields;

interface EditCampaignProps {
  campaign: Campaign;
  /** How often the user has asked for the settings. */
  edits: number;
  onReload: () => Promise<Campaign | undefined>;
}

export function EditCampaign({ campaign, edits, onReload }: EditCampaignProps) {
  const changes = useRecordChange();
  const { seen, write } = changes;
  useEffect(() => seen(campaign.revision), [seen, campaign.revision]);
  useEffect(() => {
    if (edits > 0) write({});
  }, [edits, write]);
  return changes.draft === null ? (
    <ChangeNotice changes={changes} />
  ) : (
    <EditCampaignDialog campaign={campaign} changes={changes} onReload={onReload} />
  );
}

function EditCampaignDialog({ campaign, changes, onReload }: EditCampaignDialogProps) {
  const change = useChangeCampaign();
  const [initial] = useState(() => draftOf(campaign));
  const [theirs, setTheirs] = useState<CampaignFields | null>(null);

  const changing = (to: CampaignFields, before: CampaignFields, revision: number): Change => ({
    words: 'The campaign is saved.',
    save: async () => {
      const saved = await savedUnlessStale(
        () => change.mutateAsync({ id: campaign.id, revision, changes: to }),
        async () => {
          const latest = await onReload();
          if (latest === undefined) return undefined;
          setTheirs(draftOf(latest));
          return { theirs: { title: latest.title } };
        },
      );
      return { revision: saved.revision, undo: changing(before, to, saved.revision) };
    },
  });

  return (
    <Dialog open title="Campaign settings" onClose={changes.discard}>
      <CampaignForm
        initial={initial}
        action="Save"
        whole
        busy={changes.isSaving}
        failure={changes.failure}
        theirs={changes.isStale ? theirs : null}
        onSubmit={(draft) => {
          changes.write({ title: draft.title });
          changes.request(changing(draft, draftOf(campaign), campaign.revision));
        }}
        onCancel={changes.discard}
      />
    </Dialog>
  );
}

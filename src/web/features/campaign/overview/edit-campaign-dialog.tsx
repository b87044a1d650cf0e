import { useEffect, useRef } from 'react';
import type { Campaign, CampaignFields } from '#contract/campaigns.ts';
import type { RecordDraft } from '#machines/record-change/record-change.setup.ts';
import { ChangeNotice } from '#web/flows/record-change/change-notice.tsx';
import {
  type Change,
  type RecordChanges,
  savedUnlessStale,
  useRecordChange,
} from '#web/flows/record-change/use-record-change.ts';
import { useChangeCampaign } from '#web/hooks/data-hooks.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { CampaignForm, draftOf, fieldsIn } from './campaign-form.tsx';

interface EditCampaignDialogProps {
  campaign: Campaign;
  changes: RecordChanges;
  onReload: () => Promise<Campaign | undefined>;
}

/** What the form starts with; it is saved onto the revision that it was read from. */
const formOf = (campaign: Campaign): RecordDraft => ({
  ...draftOf(fieldsOf(campaign)),
  revision: `${campaign.revision}`,
});

const fieldsOf = ({
  id: _,
  sessionCount: _sessions,
  lastPlayedAt: _played,
  revision: _revision,
  createdAt: _created,
  updatedAt: _updated,
  ...fields
}: Campaign): CampaignFields => fields;

interface EditCampaignProps extends Omit<EditCampaignDialogProps, 'changes'> {
  /** How often the user has asked for the settings. */
  edits: number;
  /** Whether the settings open if asked for: not while a change of them is undone. */
  onOffer: (isOffered: boolean) => void;
}

export function EditCampaign({ campaign, edits, onOffer, onReload }: EditCampaignProps) {
  const changes = useRecordChange(`campaign ${campaign.id}`, campaign);
  const { open } = changes;
  const isOffered = changes.can.open;
  useEffect(() => onOffer(isOffered), [onOffer, isOffered]);
  const latest = useRef(campaign);
  latest.current = campaign;
  useEffect(() => {
    if (edits > 0) open(formOf(latest.current));
  }, [edits, open]);
  return changes.draft === null ? (
    <ChangeNotice changes={changes} />
  ) : (
    <EditCampaignDialog campaign={campaign} changes={changes} onReload={onReload} />
  );
}

function EditCampaignDialog({ campaign, changes, onReload }: EditCampaignDialogProps) {
  const change = useChangeCampaign();
  const { draft, theirs, isSaving, discard } = changes;

  const changing = (to: CampaignFields, before: CampaignFields, revision: number): Change => ({
    words: 'The campaign is saved.',
    save: async () => {
      const saved = await savedUnlessStale(
        () => change.mutateAsync({ id: campaign.id, revision, changes: to }),
        async () => {
          const latest = await onReload();
          return latest && formOf(latest);
        },
      );
      return { revision: saved.revision, undo: changing(before, to, saved.revision) };
    },
  });

  return (
    <Dialog open title="Campaign settings" {...(isSaving ? {} : { onClose: changes.close })}>
      <CampaignForm
        draft={draft ?? {}}
        action="Save"
        whole
        busy={isSaving}
        failure={changes.failure}
        theirs={theirs}
        onWrite={changes.write}
        onTakeTheirs={changes.takeTheirs}
        onSubmit={() => {
          const onto = Number((theirs ?? draft)?.revision);
          const before = fieldsOf(campaign);
          changes.submit(changing(fieldsIn(draft ?? {}, before), before, onto));
        }}
        onCancel={discard}
      />
    </Dialog>
  );
}

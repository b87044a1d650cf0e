import type { CampaignPageChoice } from '#contract/campaign-page-choice.ts';
import type { SharePreset } from '#contract/share-presets.ts';
import { type LinkAudience, type Show, sharedPath } from '#contract/sharing.ts';
import {
  selectAudience,
  selectCampaignPage,
  selectCanSetPassphrase,
  selectCanTurnOn,
  selectCanUndoMarks,
  selectHasPassphrase,
  selectPassphrase,
  selectPublicId,
  selectRest,
  selectShareFailure,
  selectShareLinkStep,
  selectShareTarget,
  selectShow,
} from '#machines/share-link/share-link.selectors.ts';
import type { ShareTarget } from '#machines/share-link/share-link.setup.ts';
import { useOpener } from '#web/flows/modals/use-modals.ts';
import type { FlowActor } from '#web/hooks/flow-actors.ts';
import { useWholeFlow } from '#web/hooks/use-whole-flow.ts';

const opened = (target: ShareTarget) => ({ type: 'share.opened', target }) as const;

export const useOpenSharing = () => useOpener('shareLink', opened, 'share');

const commandsOf = ({ send }: FlowActor<'shareLink'>) => ({
  close: () => send({ type: 'share.closed' }),
  retry: () => send({ type: 'retry' }),
  request: () => send({ type: 'sharing.requested' }),
  confirm: () => send({ type: 'sharing.confirmed' }),
  decline: () => send({ type: 'sharing.declined' }),
  choose: (audience: LinkAudience) => send({ type: 'audience.chosen', audience }),
  typePassphrase: (passphrase: string) => send({ type: 'passphrase.changed', passphrase }),
  savePassphrase: () => send({ type: 'passphrase.saved' }),
  removePassphrase: () => send({ type: 'passphrase.removed' }),
  change: (show: Show) => send({ type: 'show.changed', show }),
  chooseCampaignPage: (choice: CampaignPageChoice) => send({ type: 'campaign.chosen', choice }),
  mark: (preset: SharePreset) => send({ type: 'preset.chosen', preset }),
  undoMarks: () => send({ type: 'marks.undone' }),
  copy: () => send({ type: 'copy.requested' }),
  renew: () => send({ type: 'renewal.requested' }),
  revoke: () => send({ type: 'revocation.requested' }),
});

export function useShareLink() {
  const { snapshot, commands } = useWholeFlow('shareLink', commandsOf);
  const target = selectShareTarget(snapshot);
  const audience = selectAudience(snapshot);
  const publicId = selectPublicId(snapshot);
  return {
    step: selectShareLinkStep(snapshot),
    target,
    audience,
    path: target === null || publicId === null ? null : sharedPath({ ...target, audience }, publicId),
    passphrase: selectPassphrase(snapshot),
    hasPassphrase: selectHasPassphrase(snapshot),
    canTurnOn: selectCanTurnOn(snapshot),
    canSetPassphrase: selectCanSetPassphrase(snapshot),
    campaign: selectCampaignPage(snapshot),
    show: selectShow(snapshot),
    rest: selectRest(snapshot),
    canUndoMarks: selectCanUndoMarks(snapshot),
    failure: selectShareFailure(snapshot),
    ...commands,
  };
}

import { useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
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
import { useOpenModal } from '#web/flows/modals/use-modals.ts';
import { useFlow } from '#web/hooks/use-flow.ts';

export function useOpenSharing(): (target: ShareTarget) => void {
  const open = useOpenModal('shareLink', 'share');
  return useCallback((target: ShareTarget) => open({ type: 'share.opened', target }), [open]);
}

export function useShareLink() {
  const flow = useFlow('shareLink');
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
      close: () => flow.send({ type: 'share.closed' }),
      retry: () => flow.send({ type: 'retry' }),
      request: () => flow.send({ type: 'sharing.requested' }),
      confirm: () => flow.send({ type: 'sharing.confirmed' }),
      decline: () => flow.send({ type: 'sharing.declined' }),
      choose: (audience: LinkAudience) => flow.send({ type: 'audience.chosen', audience }),
      typePassphrase: (passphrase: string) => flow.send({ type: 'passphrase.changed', passphrase }),
      savePassphrase: () => flow.send({ type: 'passphrase.saved' }),
      removePassphrase: () => flow.send({ type: 'passphrase.removed' }),
      change: (show: Show) => flow.send({ type: 'show.changed', show }),
      chooseCampaignPage: (choice: CampaignPageChoice) => flow.send({ type: 'campaign.chosen', choice }),
      mark: (preset: SharePreset) => flow.send({ type: 'preset.chosen', preset }),
      undoMarks: () => flow.send({ type: 'marks.undone' }),
      copy: () => flow.send({ type: 'copy.requested' }),
      renew: () => flow.send({ type: 'renewal.requested' }),
      revoke: () => flow.send({ type: 'revocation.requested' }),
    }),
    [flow],
  );
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

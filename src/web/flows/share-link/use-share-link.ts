import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { publicPath, type Show } from '#contract/sharing.ts';
import type { shareLinkMachine } from '#machines/share-link/share-link.machine.ts';
import {
  selectPublicId,
  selectShareFailure,
  selectShareLinkStep,
  selectShareTarget,
  selectShow,
} from '#machines/share-link/share-link.selectors.ts';
import type { ShareTarget } from '#machines/share-link/share-link.setup.ts';
import { useApp } from '#web/hooks/site-provider.tsx';

declare module '#web/hooks/app-port.ts' {
  interface LastingFlows {
    shareLink: typeof shareLinkMachine;
  }
}

/** Opens the sharing of a campaign or a session. */
export function useOpenSharing(): (target: ShareTarget) => void {
  const { shareLink, modals } = useApp();
  return useMemo(
    () => (target) => {
      shareLink().send({ type: 'share.opened', target });
      modals().send({ type: 'modal.opened', modal: 'share' });
    },
    [shareLink, modals],
  );
}

/** The link that is shared, and what the user does with it. */
export function useShareLink() {
  const flow = useApp().shareLink();
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
      close: () => flow.send({ type: 'share.closed' }),
      retry: () => flow.send({ type: 'retry' }),
      request: () => flow.send({ type: 'sharing.requested' }),
      confirm: () => flow.send({ type: 'sharing.confirmed' }),
      decline: () => flow.send({ type: 'sharing.declined' }),
      change: (show: Show) => flow.send({ type: 'show.changed', show }),
      copy: () => flow.send({ type: 'copy.requested' }),
      renew: () => flow.send({ type: 'renewal.requested' }),
      revoke: () => flow.send({ type: 'revocation.requested' }),
    }),
    [flow],
  );
  const target = selectShareTarget(snapshot);
  const publicId = selectPublicId(snapshot);
  return {
    step: selectShareLinkStep(snapshot),
    target,
    path: target === null || publicId === null ? null : publicPath(target.kind, target.id, publicId),
    show: selectShow(snapshot),
    failure: selectShareFailure(snapshot),
    ...commands,
  };
}

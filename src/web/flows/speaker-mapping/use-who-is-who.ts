import { useCallback } from 'react';
import type { CastPlace } from '#machines/speaker-mapping/speaker-mapping.setup.ts';
import { useOpenModal } from '#web/flows/modals/use-modals.ts';

export function useWhoIsWho(): (campaignId: string, session: CastPlace['session']) => void {
  const open = useOpenModal('speakerMapping');
  return useCallback(
    (campaignId: string, session: CastPlace['session']) => open({ type: 'cast.opened', campaignId, session }),
    [open],
  );
}

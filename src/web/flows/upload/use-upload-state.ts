import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { selectUploadStep, type UploadStep } from '#machines/upload/upload.selectors.ts';
import { useApp } from '#web/hooks/site-provider.tsx';
import { useSpawnedIfLoaded } from '#web/hooks/use-flow.ts';

/** Until the flow is loaded, it is restoring. @param isReady when to look for an upload to resume */
export function useUploadState(sessionId: string, isReady: boolean) {
  const { flows, spawned } = useApp();
  const uploads = useSpawnedIfLoaded('upload');
  const actor = useMemo(() => uploads?.of(sessionId), [uploads, sessionId]);
  useEffect(() => {
    // If that fails, the button that needs it loads it again.
    if (isReady) spawned.upload.load().catch(() => {});
  }, [spawned, isReady]);
  const step = useSelector(
    actor,
    (snapshot): UploadStep => (snapshot ? selectUploadStep(snapshot) : 'restoring'),
  );
  const canReplace = useSelector(
    actor,
    (snapshot) => snapshot?.can({ type: 'replacement.requested' }) ?? true,
  );
  const commands = useMemo(
    () => ({
      replace: () =>
        flows.open('upload', (loaded) => loaded.ask(sessionId, { type: 'replacement.requested' })),
      keepSource: () => actor?.send({ type: 'source.kept' }),
    }),
    [flows, actor, sessionId],
  );
  return { step, canReplace, ...commands };
}

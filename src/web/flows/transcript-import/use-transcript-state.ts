import { useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import { selectTranscriptImportStep } from '#machines/transcript-import/transcript-import.selectors.ts';
import { useSpawnedIfLoaded } from '#web/hooks/use-flow.ts';

/** Of one session; idle until the flow is loaded. */
export function useTranscriptState(sessionId: string) {
  const imports = useSpawnedIfLoaded('transcriptImport');
  const flow = useMemo(() => imports?.of(sessionId), [imports, sessionId]);
  const snapshot = useSelector(flow, (current) => current);
  return {
    step: snapshot === undefined ? 'idle' : selectTranscriptImportStep(snapshot),
    isBusy: snapshot?.hasTag('busy') ?? false,
    hasFailed: snapshot !== undefined && snapshot.context.failure !== null,
    forget: useCallback(() => flow?.send({ type: 'import.forgotten' }), [flow]),
  };
}

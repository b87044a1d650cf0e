import { useSelector } from '@xstate/react';
import { useCallback } from 'react';
import { selectTranscriptImportStep } from '#machines/transcript-import/transcript-import.selectors.ts';
import { useFlowIfLoaded } from '#web/hooks/use-flow.ts';

/** Of one session; idle until the flow is loaded. */
export function useTranscriptState(sessionId: string) {
  const flow = useFlowIfLoaded('transcriptImport');
  const snapshot = useSelector(flow, (current) =>
    current?.context.sessionId === sessionId ? current : undefined,
  );
  return {
    step: snapshot === undefined ? 'idle' : selectTranscriptImportStep(snapshot),
    isBusy: snapshot?.hasTag('busy') ?? false,
    hasFailed: snapshot !== undefined && snapshot.context.failure !== null,
    forget: useCallback(() => flow?.send({ type: 'import.forgotten' }), [flow]),
  };
}

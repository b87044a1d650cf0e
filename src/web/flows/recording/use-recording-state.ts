import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import { selectIsCapturing, selectRecordingStep } from '#machines/recording/recording.selectors.ts';
import type { RecordingPlace } from '#machines/recording/recording.setup.ts';
import { useApp } from '#web/hooks/site-provider.tsx';
import { useFlowIfLoaded } from '#web/hooks/use-flow.ts';

/** Null until the flow is loaded, and while no recording is open. */
export function useRecordingState() {
  const flow = useFlowIfLoaded('recording');
  const snapshot = useSelector(flow, (current) => current);
  if (snapshot === undefined || snapshot.context.place === null) return null;
  const { place } = snapshot.context;
  return { place, step: selectRecordingStep(snapshot), isCapturing: selectIsCapturing(snapshot) };
}

/** Opens the recording of this session, unless another one is being recorded. @param isReady when to look for it */
export function useRecordingOf({ sessionId, campaignId, title }: RecordingPlace, isReady: boolean) {
  const { flows } = useApp();
  const recording = useRecordingState();
  const isOther = recording !== null && recording.place.sessionId !== sessionId && !recording.isCapturing;
  const open = useEffectEvent(() => {
    flows.send('recording', { type: 'recording.opened', place: { sessionId, campaignId, title } });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each session
  useEffect(() => {
    if (isReady) open();
  }, [sessionId, isReady]);
  useEffect(() => {
    if (isOther) open();
  }, [isOther]);
  return recording?.place.sessionId === sessionId ? recording : null;
}

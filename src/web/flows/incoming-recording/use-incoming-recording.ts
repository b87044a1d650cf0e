import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { incomingRecordingMachine } from '#machines/incoming-recording/incoming-recording.machine.ts';
import { selectIncomingStep } from '#machines/incoming-recording/incoming-recording.selectors.ts';
import type { IncomingPlace } from '#machines/incoming-recording/incoming-recording.setup.ts';
import { useApp } from '#web/hooks/site-provider.tsx';

declare module '#web/hooks/app-port.ts' {
  interface LastingFlows {
    incomingRecording: typeof incomingRecordingMachine;
  }
}

export function useIncomingRecording() {
  const flow = useApp().incomingRecording();
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
      choose: (place: IncomingPlace) => flow.send({ type: 'place.chosen', place }),
      discard: () => flow.send({ type: 'discard' }),
      undo: () => flow.send({ type: 'undo' }),
      dismiss: () => flow.send({ type: 'dismiss' }),
    }),
    [flow],
  );
  return { step: selectIncomingStep(snapshot), ...snapshot.context, ...commands };
}

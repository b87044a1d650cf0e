import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { selectIncomingStep } from '#machines/incoming-recording/incoming-recording.selectors.ts';
import type { IncomingPlace } from '#machines/incoming-recording/incoming-recording.setup.ts';
import { useFlow } from '#web/hooks/use-flow.ts';

export function useIncomingRecording() {
  const flow = useFlow('incomingRecording');
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

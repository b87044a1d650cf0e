import { selectIncomingStep } from '#machines/incoming-recording/incoming-recording.selectors.ts';
import type { IncomingPlace } from '#machines/incoming-recording/incoming-recording.setup.ts';
import type { FlowActor } from '#web/hooks/flow-actors.ts';
import { useWholeFlow } from '#web/hooks/use-whole-flow.ts';

const commandsOf = ({ send }: FlowActor<'incomingRecording'>) => ({
  choose: (place: IncomingPlace) => send({ type: 'place.chosen', place }),
  discard: () => send({ type: 'discard' }),
  undo: () => send({ type: 'undo' }),
  dismiss: () => send({ type: 'dismiss' }),
});

export function useIncomingRecording() {
  const { snapshot, commands } = useWholeFlow('incomingRecording', commandsOf);
  return { step: selectIncomingStep(snapshot), ...snapshot.context, ...commands };
}

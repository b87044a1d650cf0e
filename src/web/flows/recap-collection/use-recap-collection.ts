import type { RecapWish } from '#contract/recap-collection.ts';
import { selectRecapStep, selectRecaps } from '#machines/recap-collection/recap-collection.selectors.ts';
import type { FlowActor } from '#web/hooks/flow-actors.ts';
import { useWholeFlow } from '#web/hooks/use-whole-flow.ts';

const commandsOf = ({ send }: FlowActor<'recapCollection'>) => ({
  close: () => send({ type: 'recaps.closed' }),
  retry: () => send({ type: 'retry' }),
  ask: (wish: RecapWish) => send({ type: 'recap.asked', wish }),
  end: (id: string) => send({ type: 'recap.ended', id }),
});

export function useRecapCollection() {
  const { snapshot, commands } = useWholeFlow('recapCollection', commandsOf);
  return { step: selectRecapStep(snapshot), ...selectRecaps(snapshot), ...commands };
}

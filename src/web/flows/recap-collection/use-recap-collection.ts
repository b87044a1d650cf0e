import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { RecapWish } from '#contract/recap-collection.ts';
import { selectRecapStep, selectRecaps } from '#machines/recap-collection/recap-collection.selectors.ts';
import { useFlow } from '#web/hooks/use-flow.ts';

export function useRecapCollection() {
  const flow = useFlow('recapCollection');
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
      close: () => flow.send({ type: 'recaps.closed' }),
      retry: () => flow.send({ type: 'retry' }),
      ask: (wish: RecapWish) => flow.send({ type: 'recap.asked', wish }),
      end: (id: string) => flow.send({ type: 'recap.ended', id }),
    }),
    [flow],
  );
  return { step: selectRecapStep(snapshot), ...selectRecaps(snapshot), ...commands };
}

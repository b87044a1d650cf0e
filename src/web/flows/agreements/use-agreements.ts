import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import {
  selectAgreementsFailure,
  selectAgreementsStep,
  selectCanAccept,
  selectIsBoxChecked,
  selectPendingAgreements,
} from '#machines/agreements/agreements.selectors.ts';
import { tag } from '#machines/kit/tags.ts';
import { useFlow } from '#web/hooks/use-flow.ts';

export function useAgreements() {
  const flow = useFlow('agreements');
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
      check: (isChecked: boolean) => flow.send({ type: 'box.changed', isChecked }),
      accept: () => flow.send({ type: 'agreements.accepted' }),
      decline: () => flow.send({ type: 'agreements.declined' }),
      retry: () => flow.send({ type: 'retry' }),
    }),
    [flow],
  );
  return {
    step: selectAgreementsStep(snapshot),
    pending: selectPendingAgreements(snapshot),
    isBoxChecked: selectIsBoxChecked(snapshot),
    canAccept: selectCanAccept(snapshot),
    isBusy: snapshot.hasTag(tag.busy),
    failure: selectAgreementsFailure(snapshot),
    ...commands,
  };
}

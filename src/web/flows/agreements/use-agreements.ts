import {
  selectAgreementsFailure,
  selectAgreementsStep,
  selectCanAccept,
  selectIsBoxChecked,
  selectPendingAgreements,
} from '#machines/agreements/agreements.selectors.ts';
import { tag } from '#machines/kit/tags.ts';
import type { FlowActor } from '#web/hooks/flow-actors.ts';
import { useWholeFlow } from '#web/hooks/use-whole-flow.ts';

const commandsOf = ({ send }: FlowActor<'agreements'>) => ({
  check: (isChecked: boolean) => send({ type: 'box.changed', isChecked }),
  accept: () => send({ type: 'agreements.accepted' }),
  decline: () => send({ type: 'agreements.declined' }),
  retry: () => send({ type: 'retry' }),
});

export function useAgreements() {
  const { snapshot, commands } = useWholeFlow('agreements', commandsOf);
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

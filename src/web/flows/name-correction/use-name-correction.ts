import type { NameKind } from '#contract/names.ts';
import {
  selectCorrection,
  selectCorrectionStep,
  selectIsIncomplete,
  selectIsOutdated,
} from '#machines/name-correction/name-correction.selectors.ts';
import { useOpener } from '#web/flows/modals/use-modals.ts';
import type { FlowActor } from '#web/hooks/flow-actors.ts';
import { useWholeFlow } from '#web/hooks/use-whole-flow.ts';

const opened = (campaignId: string, wrong: string, right = '') =>
  ({ type: 'correction.opened', campaignId, wrong, right }) as const;

export const useFixName = () => useOpener('nameCorrection', opened);

const commandsOf = ({ send }: FlowActor<'nameCorrection'>) => ({
  close: () => send({ type: 'correction.closed' }),
  search: (wrong: string, right: string) => send({ type: 'search.requested', wrong, right }),
  toggle: (ids: readonly string[]) => send({ type: 'hits.toggled', ids }),
  toggleRemember: () => send({ type: 'remember.toggled' }),
  chooseKind: (kind: NameKind) => send({ type: 'kind.chosen', kind }),
  correct: () => send({ type: 'correction.requested' }),
  back: () => send({ type: 'words.requested' }),
  undo: () => send({ type: 'undo.requested' }),
  another: () => send({ type: 'another.requested' }),
});

export function useNameCorrection() {
  const { snapshot, commands } = useWholeFlow('nameCorrection', commandsOf);
  return {
    ...selectCorrection(snapshot),
    step: selectCorrectionStep(snapshot),
    isIncomplete: selectIsIncomplete(snapshot),
    isOutdated: selectIsOutdated(snapshot),
    ...commands,
  };
}

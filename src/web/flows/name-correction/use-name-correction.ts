import { useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import type { NameKind } from '#contract/names.ts';
import {
  selectCorrection,
  selectCorrectionStep,
  selectIsIncomplete,
  selectIsOutdated,
} from '#machines/name-correction/name-correction.selectors.ts';
import { useOpenModal } from '#web/flows/modals/use-modals.ts';
import { useFlow } from '#web/hooks/use-flow.ts';

export function useFixName(): (campaignId: string, wrong: string, right?: string) => void {
  const open = useOpenModal('nameCorrection');
  return useCallback(
    (campaignId: string, wrong: string, right = '') =>
      open({ type: 'correction.opened', campaignId, wrong, right }),
    [open],
  );
}

export function useNameCorrection() {
  const flow = useFlow('nameCorrection');
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
      close: () => flow.send({ type: 'correction.closed' }),
      search: (wrong: string, right: string) => flow.send({ type: 'search.requested', wrong, right }),
      toggle: (ids: readonly string[]) => flow.send({ type: 'hits.toggled', ids }),
      toggleRemember: () => flow.send({ type: 'remember.toggled' }),
      chooseKind: (kind: NameKind) => flow.send({ type: 'kind.chosen', kind }),
      correct: () => flow.send({ type: 'correction.requested' }),
      back: () => flow.send({ type: 'words.requested' }),
      undo: () => flow.send({ type: 'undo.requested' }),
      another: () => flow.send({ type: 'another.requested' }),
    }),
    [flow],
  );
  return {
    ...selectCorrection(snapshot),
    step: selectCorrectionStep(snapshot),
    isIncomplete: selectIsIncomplete(snapshot),
    isOutdated: selectIsOutdated(snapshot),
    ...commands,
  };
}

import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { NameKind } from '#contract/names.ts';
import type { nameCorrectionMachine } from '#machines/name-correction/name-correction.machine.ts';
import {
  selectCorrection,
  selectCorrectionStep,
  selectIsIncomplete,
  selectIsOutdated,
} from '#machines/name-correction/name-correction.selectors.ts';
import { useApp } from '#web/hooks/site-provider.tsx';

declare module '#web/hooks/app-port.ts' {
  interface LastingFlows {
    nameCorrection: typeof nameCorrectionMachine;
  }
}

declare module '#web/hooks/modal-views.ts' {
  interface OpenedModals {
    nameCorrection: true;
  }
}

export function useFixName(): (campaignId: string, wrong: string) => void {
  const { nameCorrection, modals } = useApp();
  return useMemo(
    () => (campaignId, wrong) => {
      nameCorrection().send({ type: 'correction.opened', campaignId, wrong });
      modals().send({ type: 'modal.opened', modal: 'nameCorrection' });
    },
    [nameCorrection, modals],
  );
}

export function useNameCorrection() {
  const flow = useApp().nameCorrection();
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

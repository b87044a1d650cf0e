import { useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import { selectInstruction, selectInstructionStep } from '#machines/instruction/instruction.selectors.ts';
import type { InstructionPlace } from '#machines/instruction/instruction.setup.ts';
import { useOpenModal } from '#web/flows/modals/use-modals.ts';
import { useFlow } from '#web/hooks/use-flow.ts';

export function useOpenInstruction(): (place: InstructionPlace) => void {
  const open = useOpenModal('instruction');
  return useCallback((place: InstructionPlace) => open({ type: 'instruction.opened', place }), [open]);
}

export function useInstruction() {
  const flow = useFlow('instruction');
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
      close: () => flow.send({ type: 'instruction.closed' }),
      retry: () => flow.send({ type: 'retry' }),
      submit: (text: string) => flow.send({ type: 'text.submitted', text }),
      cancel: () => flow.send({ type: 'cancel.requested' }),
      another: () => flow.send({ type: 'another.requested' }),
    }),
    [flow],
  );
  return { step: selectInstructionStep(snapshot), ...selectInstruction(snapshot), ...commands };
}

import { selectInstructionStep } from '#machines/instruction/instruction.selectors.ts';
import type { InstructionPlace } from '#machines/instruction/instruction.setup.ts';
import { useOpener } from '#web/flows/modals/use-modals.ts';
import type { FlowActor } from '#web/hooks/flow-actors.ts';
import { useWholeFlow } from '#web/hooks/use-whole-flow.ts';

const opened = (place: InstructionPlace) => ({ type: 'instruction.opened', place }) as const;

export const useOpenInstruction = () => useOpener('instruction', opened);

const commandsOf = ({ send }: FlowActor<'instruction'>) => ({
  close: () => send({ type: 'instruction.closed' }),
  retry: () => send({ type: 'retry' }),
  submit: (text: string) => send({ type: 'text.submitted', text }),
  cancel: () => send({ type: 'cancel.requested' }),
  another: () => send({ type: 'another.requested' }),
});

export function useInstruction() {
  const { snapshot, commands } = useWholeFlow('instruction', commandsOf);
  return { step: selectInstructionStep(snapshot), ...snapshot.context, ...commands };
}

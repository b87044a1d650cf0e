import { endInstruction, giveInstruction, readInstruction } from '#contract/instructions.ts';
import { instructionMachine } from '#machines/instruction/instruction.machine.ts';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import type { Flow } from '#web/hooks/flow-port.ts';

interface InstructionEffects {
  client: Pick<ApiClient, 'call'>;
  refreshNotes: () => void;
  leaveModal: () => void;
}

function provideInstruction(effects: InstructionEffects): typeof instructionMachine {
  const { client, refreshNotes, leaveModal } = effects;
  const { promise } = implement(instructionMachine);
  return provideActors(instructionMachine, {
    ...promise('readInstruction', ({ input, signal }) =>
      client.call(readInstruction, { params: input, signal }),
    ),
    ...promise('giveInstruction', ({ input: { sessionId, text } }) =>
      client.call(giveInstruction, { params: { sessionId }, body: { text } }),
    ),
    ...promise('endInstruction', ({ input }) => client.call(endInstruction, { params: input })),
  }).provide({ actions: { leaveModal, refreshProposals: refreshNotes } });
}

export const instruction: Flow<typeof instructionMachine> = {
  provide: (around) => provideInstruction({ ...around, leaveModal: () => around.closeModal('instruction') }),
};

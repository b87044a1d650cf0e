import {
  endInstruction,
  giveInstruction,
  type InstructionStatus,
  readInstruction,
} from '#contract/instructions.ts';
import { instructionMachine } from '#machines/instruction/instruction.machine.ts';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import { followLeft, type LeftDialog } from '#web/effects/left-dialog.ts';
import type { Flow } from '#web/hooks/flow-port.ts';

interface InstructionEffects extends LeftDialog {
  client: Pick<ApiClient, 'call'>;
  refreshNotes: () => void;
  leaveModal: () => void;
}

function provideInstruction(effects: InstructionEffects): typeof instructionMachine {
  const { client, refreshNotes, leaveModal } = effects;
  const { promise } = implement(instructionMachine);
  const { hold, held, announceFailure, announceEnd } = followLeft<InstructionStatus>({
    ...effects,
    refresh: refreshNotes,
  });
  return provideActors(instructionMachine, {
    ...promise('readInstruction', ({ input, signal }) =>
      client.call(readInstruction, { params: input, signal }),
    ),
    ...promise('giveInstruction', ({ input: { sessionId, text } }) =>
      hold(client.call(giveInstruction, { params: { sessionId }, body: { text } })),
    ),
    ...promise('followGiving', held),
    ...promise('endInstruction', ({ input }) => client.call(endInstruction, { params: input })),
  }).provide({
    actions: {
      leaveModal,
      refreshProposals: refreshNotes,
      announceFailure,
      announceEnd,
    },
  });
}

export const instruction: Flow<typeof instructionMachine> = {
  provide: (around) => provideInstruction({ ...around, leaveModal: () => around.closeModal('instruction') }),
};

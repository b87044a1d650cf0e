import {
  endInstruction,
  giveInstruction,
  type InstructionStatus,
  readInstruction,
} from '#contract/instructions.ts';
import { instructionMachine } from '#machines/instruction/instruction.machine.ts';
import { implement } from '#machines/kit/implement.ts';
import { followLeft } from '#web/effects/left-dialog.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';

function provideInstruction(around: Surroundings): typeof instructionMachine {
  const { client, refreshNotes } = around;
  const { hold, held, announceFailure, announceEnd } = followLeft<InstructionStatus>({
    ...around,
    refresh: refreshNotes,
  });
  return implement(instructionMachine, ({ promise }) => ({
    ...promise('readInstruction', ({ input, signal }) =>
      client.call(readInstruction, { params: input, signal }),
    ),
    ...promise('giveInstruction', ({ input: { sessionId, text } }) =>
      hold(client.call(giveInstruction, { params: { sessionId }, body: { text } })),
    ),
    ...promise('followGiving', held),
    ...promise('endInstruction', ({ input }) => client.call(endInstruction, { params: input })),
  })).provide({
    actions: {
      leaveModal: () => around.closeModal('instruction'),
      refreshProposals: refreshNotes,
      announceFailure,
      announceEnd,
    },
  });
}

export const instruction: Flow<typeof instructionMachine> = {
  provide: provideInstruction,
};

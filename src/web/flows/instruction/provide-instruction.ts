import {
  endInstruction,
  giveInstruction,
  type InstructionStatus,
  readInstruction,
} from '#contract/instructions.ts';
import { present } from '#contract/unknown-values.ts';
import { instructionMachine } from '#machines/instruction/instruction.machine.ts';
import { failureOf } from '#machines/kit/failure.ts';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import type { Notices } from '#web/hooks/notices.ts';

interface InstructionEffects {
  client: Pick<ApiClient, 'call'>;
  notices: Pick<Notices, 'show'>;
  refreshNotes: () => void;
  leaveModal: () => void;
}

function provideInstruction(effects: InstructionEffects): typeof instructionMachine {
  const { client, notices, refreshNotes, leaveModal } = effects;
  const { promise } = implement(instructionMachine);
  let given: Promise<InstructionStatus> | null = null;
  return provideActors(instructionMachine, {
    ...promise('readInstruction', ({ input, signal }) =>
      client.call(readInstruction, { params: input, signal }),
    ),
    ...promise('giveInstruction', ({ input: { sessionId, text } }) => {
      given = client.call(giveInstruction, { params: { sessionId }, body: { text } });
      return given;
    }),
    ...promise('followGiving', () => present(given, 'request')),
    ...promise('endInstruction', ({ input }) => client.call(endInstruction, { params: input })),
  }).provide({
    actions: {
      leaveModal,
      refreshProposals: refreshNotes,
      announceFailure: (_, { error }) => notices.show(failureOf(error).message),
      announceEnd: () =>
        given?.catch((error) => notices.show(failureOf(error).message)).finally(refreshNotes),
    },
  });
}

export const instruction: Flow<typeof instructionMachine> = {
  provide: (around) => provideInstruction({ ...around, leaveModal: () => around.closeModal('instruction') }),
};

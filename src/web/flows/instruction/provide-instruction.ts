import {
  endInstruction,
  giveInstruction,
  type InstructionStatus,
  readInstruction,
} from '#contract/instructions.ts';
import { instructionMachine } from '#machines/instruction/instruction.machine.ts';
import { implement } from '#machines/kit/implement.ts';
import { formDrafts, unsavedIn } from '#web/effects/form-drafts.ts';
import { followLeft } from '#web/effects/left-dialog.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';
import { instructionForm } from '../record-change/use-drafts.ts';

function provideInstruction(around: Surroundings): typeof instructionMachine {
  const { client, refreshNotes } = around;
  const { hold, held, announceFailure, announceEnd } = followLeft<InstructionStatus>({
    ...around,
    refresh: refreshNotes,
  });
  const drafts = formDrafts(around.storage, around.userId);
  /** What the server has is no draft any longer. */
  async function taken(sessionId: string, answer: Promise<InstructionStatus>): Promise<InstructionStatus> {
    const status = await answer;
    const place = instructionForm(sessionId);
    drafts.keep(place, unsavedIn(drafts.read(place), { text: status.instruction?.text ?? '' }));
    return status;
  }
  return implement(instructionMachine, ({ promise }) => ({
    ...promise('readInstruction', ({ input, signal }) =>
      taken(input.sessionId, client.call(readInstruction, { params: input, signal })),
    ),
    ...promise('giveInstruction', ({ input: { sessionId, text } }) =>
      hold(taken(sessionId, client.call(giveInstruction, { params: { sessionId }, body: { text } }))),
    ),
    ...promise('followGiving', held),
    ...promise('endInstruction', ({ input }) => client.call(endInstruction, { params: input })),
  })).provide({
    actions: {
      leaveModal: () => around.closeModal('instruction'),
      refreshProposals: refreshNotes,
      announceFailure,
      announceEnd,
      keepAsDraft: ({ context: { place, text } }) => {
        const form = instructionForm(place?.sessionId ?? '');
        drafts.keep(form, drafts.read(form) ?? { written: { text }, from: {} });
      },
    },
  });
}

export const instruction: Flow<typeof instructionMachine> = {
  provide: provideInstruction,
};

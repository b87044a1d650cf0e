import { eraseVoice, readVoices, silenceVoices } from '#contract/voices.ts';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import { voiceErasureMachine } from '#machines/voice-erasure/voice-erasure.machine.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import type { Flow } from '#web/hooks/flow-port.ts';

function provideVoiceErasure(effects: {
  client: Pick<ApiClient, 'call'>;
  refreshTexts: () => void;
  stopHearing: (sessionId: string) => void;
  leaveModal: () => void;
}): typeof voiceErasureMachine {
  const { client, refreshTexts, stopHearing, leaveModal } = effects;
  const { promise } = implement(voiceErasureMachine);

  return provideActors(voiceErasureMachine, {
    ...promise('readVoices', ({ input, signal }) => client.call(readVoices, { params: input, signal })),
    ...promise('eraseVoice', ({ input: { sessionId, ...body }, signal }) =>
      client.call(eraseVoice, { params: { sessionId }, body, signal }),
    ),
    ...promise('silenceVoices', ({ input, signal }) => client.call(silenceVoices, { params: input, signal })),
  }).provide({
    actions: { refreshTexts, leaveModal, stopHearing: (_, { sessionId }) => stopHearing(sessionId) },
  });
}

export const voiceErasure: Flow<typeof voiceErasureMachine> = {
  provide: (around) =>
    provideVoiceErasure({ ...around, leaveModal: () => around.closeModal('voiceErasure') }),
};

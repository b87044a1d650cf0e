import { present } from '#contract/unknown-values.ts';
import { eraseVoice, readVoices, silenceVoices, type VoiceSheet } from '#contract/voices.ts';
import { failureOf } from '#machines/kit/failure.ts';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import { voiceErasureMachine } from '#machines/voice-erasure/voice-erasure.machine.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import type { Notices } from '#web/hooks/notices.ts';

function provideVoiceErasure(effects: {
  client: Pick<ApiClient, 'call'>;
  notices: Pick<Notices, 'show'>;
  refreshTexts: () => void;
  stopHearing: (sessionId: string) => void;
  leaveModal: () => void;
}): typeof voiceErasureMachine {
  const { client, notices, refreshTexts, stopHearing, leaveModal } = effects;
  const { promise } = implement(voiceErasureMachine);
  let erased: Promise<VoiceSheet> | null = null;

  return provideActors(voiceErasureMachine, {
    ...promise('readVoices', ({ input, signal }) => client.call(readVoices, { params: input, signal })),
    ...promise('eraseVoice', ({ input: { sessionId, ...body } }) => {
      erased = client.call(eraseVoice, { params: { sessionId }, body });
      return erased;
    }),
    ...promise('followErasure', () => present(erased, 'request')),
    ...promise('silenceVoices', ({ input, signal }) => client.call(silenceVoices, { params: input, signal })),
  }).provide({
    actions: {
      refreshTexts,
      leaveModal,
      stopHearing: (_, { sessionId }) => stopHearing(sessionId),
      announceFailure: (_, { error }) => notices.show(failureOf(error).message),
      announceEnd: () =>
        erased?.catch((error) => notices.show(failureOf(error).message)).finally(refreshTexts),
    },
  });
}

export const voiceErasure: Flow<typeof voiceErasureMachine> = {
  provide: (around) =>
    provideVoiceErasure({ ...around, leaveModal: () => around.closeModal('voiceErasure') }),
};

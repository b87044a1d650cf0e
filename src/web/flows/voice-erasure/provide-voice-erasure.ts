import { eraseVoice, readVoices, silenceVoices, type VoiceSheet } from '#contract/voices.ts';
import { implement } from '#machines/kit/implement.ts';
import { voiceErasureMachine } from '#machines/voice-erasure/voice-erasure.machine.ts';
import { followLeft } from '#web/effects/left-dialog.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';

function provideVoiceErasure(around: Surroundings): typeof voiceErasureMachine {
  const { client, refreshTexts } = around;
  const { ended, toItsEnd, hold, held, announceFailure, announceEnd } = followLeft<VoiceSheet>({
    ...around,
    refresh: refreshTexts,
  });

  return implement(voiceErasureMachine, ({ promise }) => ({
    ...promise('readVoices', async ({ input, signal }) => {
      await ended(input.sessionId);
      return client.call(readVoices, { params: input, signal });
    }),
    ...promise('eraseVoice', ({ input: { sessionId, ...body } }) =>
      hold(client.call(eraseVoice, { params: { sessionId }, body })),
    ),
    ...promise('followErasure', held),
    ...promise('silenceVoices', ({ input, signal }) =>
      toItsEnd(client.call(silenceVoices, { params: input }), signal, input.sessionId),
    ),
  })).provide({
    actions: {
      refreshTexts,
      leaveModal: () => around.closeModal('voiceErasure'),
      stopHearing: (_, { sessionId }) => around.stopHearing(sessionId),
      announceFailure,
      announceEnd,
    },
  });
}

export const voiceErasure: Flow<typeof voiceErasureMachine> = {
  provide: provideVoiceErasure,
};

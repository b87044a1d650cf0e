import { eraseVoice, readVoices, silenceVoices, type VoiceSheet } from '#contract/voices.ts';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import { voiceErasureMachine } from '#machines/voice-erasure/voice-erasure.machine.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import { followLeft, type LeftDialog } from '#web/effects/left-dialog.ts';
import type { Flow } from '#web/hooks/flow-port.ts';

function provideVoiceErasure(
  effects: LeftDialog & {
    client: Pick<ApiClient, 'call'>;
    refreshTexts: () => void;
    stopHearing: (sessionId: string) => void;
    leaveModal: () => void;
  },
): typeof voiceErasureMachine {
  const { client, refreshTexts, stopHearing, leaveModal } = effects;
  const { promise } = implement(voiceErasureMachine);
  const { ended, toItsEnd, hold, held, announceFailure, announceEnd } = followLeft<VoiceSheet>({
    ...effects,
    refresh: refreshTexts,
  });

  return provideActors(voiceErasureMachine, {
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
  }).provide({
    actions: {
      refreshTexts,
      leaveModal,
      stopHearing: (_, { sessionId }) => stopHearing(sessionId),
      announceFailure,
      announceEnd,
    },
  });
}

export const voiceErasure: Flow<typeof voiceErasureMachine> = {
  provide: (around) =>
    provideVoiceErasure({ ...around, leaveModal: () => around.closeModal('voiceErasure') }),
};

import { eraseVoice, readVoices, silenceVoices, type VoiceSheet } from '#contract/voices.ts';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import { voiceErasureMachine } from '#machines/voice-erasure/voice-erasure.machine.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import { followLeft, holdRequest, type LeftDialog } from '#web/effects/left-dialog.ts';
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
  const { hold, held, ...announce } = holdRequest<VoiceSheet>({ ...effects, refresh: refreshTexts });
  const { ended, toItsEnd } = followLeft({ ...effects, refresh: refreshTexts });

  return provideActors(voiceErasureMachine, {
    ...promise('readVoices', async ({ input, signal }) => {
      await ended();
      return client.call(readVoices, { params: input, signal });
    }),
    ...promise('eraseVoice', ({ input: { sessionId, ...body } }) =>
      hold(client.call(eraseVoice, { params: { sessionId }, body })),
    ),
    ...promise('followErasure', held),
    ...promise('silenceVoices', ({ input, signal }) =>
      toItsEnd(client.call(silenceVoices, { params: input }), signal),
    ),
  }).provide({
    actions: {
      refreshTexts,
      leaveModal,
      stopHearing: (_, { sessionId }) => stopHearing(sessionId),
      ...announce,
    },
  });
}

export const voiceErasure: Flow<typeof voiceErasureMachine> = {
  provide: (around) =>
    provideVoiceErasure({ ...around, leaveModal: () => around.closeModal('voiceErasure') }),
};

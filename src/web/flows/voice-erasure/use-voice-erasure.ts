import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { voiceErasureMachine } from '#machines/voice-erasure/voice-erasure.machine.ts';
import { selectErasureStep } from '#machines/voice-erasure/voice-erasure.selectors.ts';
import { useApp } from '#web/hooks/site-provider.tsx';

declare module '#web/hooks/app-port.ts' {
  interface LastingFlows {
    voiceErasure: typeof voiceErasureMachine;
  }
}

declare module '#web/hooks/modal-views.ts' {
  interface OpenedModals {
    voiceErasure: true;
  }
}

export function useOpenVoices(): (session: { id: string; title: string }) => void {
  const { voiceErasure, modals } = useApp();
  return useMemo(
    () =>
      ({ id, title }) => {
        voiceErasure().send({ type: 'voices.opened', session: { id, title } });
        modals().send({ type: 'modal.opened', modal: 'voiceErasure' });
      },
    [voiceErasure, modals],
  );
}

export function useVoiceErasure() {
  const flow = useApp().voiceErasure();
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
      close: () => flow.send({ type: 'voices.closed' }),
      retry: () => flow.send({ type: 'retry' }),
      choose: (speakerId: string) => flow.send({ type: 'voice.chosen', speakerId }),
      keep: () => flow.send({ type: 'voice.left' }),
      erase: () => flow.send({ type: 'erasure.confirmed' }),
      silence: () => flow.send({ type: 'silencing.requested' }),
    }),
    [flow],
  );
  const { session, sheet, voice, failure } = snapshot.context;
  return { step: selectErasureStep(snapshot), session, sheet, voice, failure, ...commands };
}

export type VoiceErasure = ReturnType<typeof useVoiceErasure>;

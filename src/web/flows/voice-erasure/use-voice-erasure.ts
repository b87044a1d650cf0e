import { useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import { selectErasureStep } from '#machines/voice-erasure/voice-erasure.selectors.ts';
import { useOpenModal } from '#web/flows/modals/use-modals.ts';
import { useFlow } from '#web/hooks/use-flow.ts';

export function useOpenVoices(): (session: { id: string; title: string }) => void {
  const open = useOpenModal('voiceErasure');
  return useCallback(
    ({ id, title }: { id: string; title: string }) => open({ type: 'voices.opened', session: { id, title } }),
    [open],
  );
}

export function useVoiceErasure() {
  const flow = useFlow('voiceErasure');
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

import { selectErasureStep } from '#machines/voice-erasure/voice-erasure.selectors.ts';
import { useOpener } from '#web/flows/modals/use-modals.ts';
import type { FlowActor } from '#web/hooks/flow-actors.ts';
import { useWholeFlow } from '#web/hooks/use-whole-flow.ts';

const opened = ({ id, title }: { id: string; title: string }) =>
  ({ type: 'voices.opened', session: { id, title } }) as const;

export const useOpenVoices = () => useOpener('voiceErasure', opened);

const commandsOf = ({ send }: FlowActor<'voiceErasure'>) => ({
  close: () => send({ type: 'voices.closed' }),
  retry: () => send({ type: 'retry' }),
  choose: (speakerId: string) => send({ type: 'voice.chosen', speakerId }),
  keep: () => send({ type: 'voice.left' }),
  erase: () => send({ type: 'erasure.confirmed' }),
  silence: () => send({ type: 'silencing.requested' }),
});

export function useVoiceErasure() {
  const { snapshot, commands } = useWholeFlow('voiceErasure', commandsOf);
  const { session, sheet, voice, failure } = snapshot.context;
  return { step: selectErasureStep(snapshot), session, sheet, voice, failure, ...commands };
}

export type VoiceErasure = ReturnType<typeof useVoiceErasure>;

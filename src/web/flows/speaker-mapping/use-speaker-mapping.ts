import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { PersonRole } from '#contract/speakers.ts';
import {
  selectMapping,
  selectMappingOutcome,
  selectMappingStep,
} from '#machines/speaker-mapping/speaker-mapping.selectors.ts';
import { useFlow } from '#web/hooks/use-flow.ts';

export function useSpeakerMapping() {
  const flow = useFlow('speakerMapping');
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
      close: () => flow.send({ type: 'cast.closed' }),
      retry: () => flow.send({ type: 'retry' }),
      assign: (label: string, { player, role, characters }: WrittenPerson) =>
        flow.send({ type: 'speaker.assigned', label, player, role, character: characters[0] ?? '' }),
      clear: (label: string) => flow.send({ type: 'speaker.cleared', label }),
      accept: (label: string, character: string) =>
        flow.send({ type: 'suggestion.accepted', label, character }),
      reject: (label: string, character: string) =>
        flow.send({ type: 'suggestion.rejected', label, character }),
      save: (personId: string | null, person: WrittenPerson) =>
        flow.send({ type: 'person.saved', personId, ...person }),
      remove: (personId: string) => flow.send({ type: 'person.removed', personId }),
      tellApart: (people: number) => flow.send({ type: 'voices.counted', people }),
      merge: (label: string, into: string) => flow.send({ type: 'voices.merged', label, into }),
      split: (label: string) => flow.send({ type: 'voice.split', label }),
      recognize: (label: string | null) => flow.send({ type: 'voices.recognized', label }),
      remember: (personIds: readonly string[]) => flow.send({ type: 'voices.agreed', personIds }),
      forget: (personId: string | null) => flow.send({ type: 'voices.forgotten', personId }),
      undoVoices: () => flow.send({ type: 'voices.undone' }),
      undo: () => flow.send({ type: 'undo.requested' }),
    }),
    [flow],
  );
  return {
    ...selectMapping(snapshot),
    step: selectMappingStep(snapshot),
    outcome: selectMappingOutcome(snapshot),
    ...commands,
  };
}

export interface WrittenPerson {
  player: string;
  role: PersonRole;
  characters: readonly string[];
}

export type Mapping = ReturnType<typeof useSpeakerMapping>;

export interface FormOfMapping {
  isOpen: (of: string) => boolean;
  open: (of: string) => void;
  close: () => void;
}

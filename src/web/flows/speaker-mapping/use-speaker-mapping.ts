import type { PersonRole } from '#contract/speakers.ts';
import {
  selectMapping,
  selectMappingOutcome,
  selectMappingStep,
} from '#machines/speaker-mapping/speaker-mapping.selectors.ts';
import type { FlowActor } from '#web/hooks/flow-actors.ts';
import { useWholeFlow } from '#web/hooks/use-whole-flow.ts';

const commandsOf = ({ send }: FlowActor<'speakerMapping'>) => ({
  close: () => send({ type: 'cast.closed' }),
  retry: () => send({ type: 'retry' }),
  assign: (label: string, { player, role, characters }: WrittenPerson) =>
    send({ type: 'speaker.assigned', label, player, role, character: characters[0] ?? '' }),
  clear: (label: string) => send({ type: 'speaker.cleared', label }),
  accept: (label: string, character: string) => send({ type: 'suggestion.accepted', label, character }),
  reject: (label: string, character: string) => send({ type: 'suggestion.rejected', label, character }),
  save: (personId: string | null, person: WrittenPerson) =>
    send({ type: 'person.saved', personId, ...person }),
  remove: (personId: string) => send({ type: 'person.removed', personId }),
  tellApart: (people: number) => send({ type: 'voices.counted', people }),
  merge: (label: string, into: string) => send({ type: 'voices.merged', label, into }),
  split: (label: string) => send({ type: 'voice.split', label }),
  recognize: (label: string | null) => send({ type: 'voices.recognized', label }),
  remember: (personIds: readonly string[]) => send({ type: 'voices.agreed', personIds }),
  forget: (personId: string | null) => send({ type: 'voices.forgotten', personId }),
  undoVoices: () => send({ type: 'voices.undone' }),
  undo: () => send({ type: 'undo.requested' }),
});

export function useSpeakerMapping() {
  const { snapshot, commands } = useWholeFlow('speakerMapping', commandsOf);
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

import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { PersonRole } from '#contract/speakers.ts';
import type { speakerMappingMachine } from '#machines/speaker-mapping/speaker-mapping.machine.ts';
import {
  selectMapping,
  selectMappingOutcome,
  selectMappingStep,
} from '#machines/speaker-mapping/speaker-mapping.selectors.ts';
import type { CastPlace } from '#machines/speaker-mapping/speaker-mapping.setup.ts';
import { useApp } from '#web/hooks/site-provider.tsx';

declare module '#web/hooks/app-port.ts' {
  interface LastingFlows {
    speakerMapping: typeof speakerMappingMachine;
  }
}

declare module '#web/hooks/modal-views.ts' {
  interface OpenedModals {
    speakerMapping: true;
  }
}

export function useWhoIsWho(): (campaignId: string, session: CastPlace['session']) => void {
  const { speakerMapping, modals } = useApp();
  return useMemo(
    () => (campaignId, session) => {
      speakerMapping().send({ type: 'cast.opened', campaignId, session });
      modals().send({ type: 'modal.opened', modal: 'speakerMapping' });
    },
    [speakerMapping, modals],
  );
}

export function useSpeakerMapping() {
  const flow = useApp().speakerMapping();
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

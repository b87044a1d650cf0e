import { useEffect } from 'react';
import {
  selectEngines,
  selectModelFailure,
  selectModelHere,
  selectModelStep,
} from '#machines/notes-model/notes-model.selectors.ts';
import type { FlowActor } from '#web/hooks/flow-actors.ts';
import { useFlow } from '#web/hooks/use-flow.ts';
import { useWholeFlow } from '#web/hooks/use-whole-flow.ts';

/** A view that shows who can write asks when it appears. */
export function useLookForModel(): void {
  const flow = useFlow('notesModel');
  useEffect(() => flow.send({ type: 'look' }), [flow]);
}

const commandsOf = ({ send }: FlowActor<'notesModel'>) => ({
  look: () => send({ type: 'look' }),
  fetch: () => send({ type: 'fetch.requested' }),
  cancel: () => send({ type: 'cancel.requested' }),
  remove: () => send({ type: 'removal.requested' }),
});

export function useNotesModel() {
  const { snapshot, commands } = useWholeFlow('notesModel', commandsOf);
  return {
    step: selectModelStep(snapshot),
    engines: selectEngines(snapshot),
    here: selectModelHere(snapshot),
    failure: selectModelFailure(snapshot),
    ...commands,
    can: {
      fetch: snapshot.can({ type: 'fetch.requested' }),
      cancel: snapshot.can({ type: 'cancel.requested' }),
      remove: snapshot.can({ type: 'removal.requested' }),
      look: snapshot.can({ type: 'look' }),
    },
  };
}

import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import {
  selectEngines,
  selectModelFailure,
  selectModelHere,
  selectModelStep,
} from '#machines/notes-model/notes-model.selectors.ts';
import { useFlow } from '#web/hooks/use-flow.ts';

/** A view that shows who can write asks when it appears. */
export function useLookForModel(): void {
  const flow = useFlow('notesModel');
  useEffect(() => flow.send({ type: 'look' }), [flow]);
}

export function useNotesModel() {
  const flow = useFlow('notesModel');
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
      look: () => flow.send({ type: 'look' }),
      fetch: () => flow.send({ type: 'fetch.requested' }),
      cancel: () => flow.send({ type: 'cancel.requested' }),
      remove: () => flow.send({ type: 'removal.requested' }),
    }),
    [flow],
  );
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

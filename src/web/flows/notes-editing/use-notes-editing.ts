import { useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import {
  selectNotesEditing,
  selectNotesEditingOutcome,
  selectNotesEditingStep,
} from '#machines/notes-editing/notes-editing.selectors.ts';
import { useOpenModal } from '#web/flows/modals/use-modals.ts';
import { useFlow } from '#web/hooks/use-flow.ts';

export function useNotesHistory(): (sessionId: string) => void {
  const open = useOpenModal('notesEditing');
  return useCallback((sessionId: string) => open({ type: 'history.opened', sessionId }), [open]);
}

export function useNotesEditing() {
  const flow = useFlow('notesEditing');
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
      close: () => flow.send({ type: 'history.closed' }),
      retry: () => flow.send({ type: 'retry' }),
      open: (revision: number) => flow.send({ type: 'version.opened', revision }),
      leave: () => flow.send({ type: 'version.left' }),
      restore: () => flow.send({ type: 'restore.requested' }),
      undoRestore: () => flow.send({ type: 'undo.requested' }),
    }),
    [flow],
  );
  return {
    ...selectNotesEditing(snapshot),
    step: selectNotesEditingStep(snapshot),
    outcome: selectNotesEditingOutcome(snapshot),
    ...commands,
  };
}

export type NotesEditing = ReturnType<typeof useNotesEditing>;

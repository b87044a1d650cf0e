import { useCallback } from 'react';
import {
  selectNotesEditing,
  selectNotesEditingOutcome,
  selectNotesEditingStep,
} from '#machines/notes-editing/notes-editing.selectors.ts';
import { useOpenModal } from '#web/flows/modals/use-modals.ts';
import type { FlowActor } from '#web/hooks/flow-actors.ts';
import { useWholeFlow } from '#web/hooks/use-whole-flow.ts';

export function useNotesHistory(): (sessionId: string) => void {
  const open = useOpenModal('notesEditing');
  return useCallback((sessionId: string) => open({ type: 'history.opened', sessionId }), [open]);
}

const commandsOf = ({ send }: FlowActor<'notesEditing'>) => ({
  close: () => send({ type: 'history.closed' }),
  retry: () => send({ type: 'retry' }),
  open: (revision: number) => send({ type: 'version.opened', revision }),
  leave: () => send({ type: 'version.left' }),
  restore: () => send({ type: 'restore.requested' }),
  undoRestore: () => send({ type: 'undo.requested' }),
});

export function useNotesEditing() {
  const { snapshot, commands } = useWholeFlow('notesEditing', commandsOf);
  return {
    ...selectNotesEditing(snapshot),
    step: selectNotesEditingStep(snapshot),
    outcome: selectNotesEditingOutcome(snapshot),
    ...commands,
  };
}

export type NotesEditing = ReturnType<typeof useNotesEditing>;

import {
  selectNotesEditing,
  selectNotesEditingOutcome,
  selectNotesEditingStep,
} from '#machines/notes-editing/notes-editing.selectors.ts';
import { useOpener } from '#web/flows/modals/use-modals.ts';
import type { FlowActor } from '#web/hooks/flow-actors.ts';
import { useWholeFlow } from '#web/hooks/use-whole-flow.ts';

const opened = (sessionId: string) => ({ type: 'history.opened', sessionId }) as const;

export const useNotesHistory = () => useOpener('notesEditing', opened);

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

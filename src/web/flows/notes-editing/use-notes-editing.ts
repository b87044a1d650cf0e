import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { notesEditingMachine } from '#machines/notes-editing/notes-editing.machine.ts';
import {
  selectNotesEditing,
  selectNotesEditingOutcome,
  selectNotesEditingStep,
} from '#machines/notes-editing/notes-editing.selectors.ts';
import { useApp } from '#web/hooks/site-provider.tsx';

declare module '#web/hooks/app-port.ts' {
  interface LastingFlows {
    notesEditing: typeof notesEditingMachine;
  }
}

declare module '#web/hooks/modal-views.ts' {
  interface OpenedModals {
    notesEditing: true;
  }
}

export function useNotesHistory(): (sessionId: string) => void {
  const { notesEditing, modals } = useApp();
  return useMemo(
    () => (sessionId) => {
      notesEditing().send({ type: 'history.opened', sessionId });
      modals().send({ type: 'modal.opened', modal: 'notesEditing' });
    },
    [notesEditing, modals],
  );
}

export function useNotesEditing() {
  const flow = useApp().notesEditing();
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

import { listNotesVersions, readNotesVersion, restoreNotesVersion } from '#contract/notes.ts';
import { implement } from '#machines/kit/implement.ts';
import { notesEditingMachine } from '#machines/notes-editing/notes-editing.machine.ts';
import type { RestoreInput } from '#machines/notes-editing/notes-editing.setup.ts';
import { ApiFailure } from '#web/api/api-failure.ts';
import { followLeft } from '#web/effects/left-dialog.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';

function provideNotesEditing(around: Surroundings): typeof notesEditingMachine {
  const { client, refreshNotes } = around;
  const { ended, toItsEnd } = followLeft({ ...around, refresh: refreshNotes });

  const restore = ({ input, signal }: { input: RestoreInput; signal: AbortSignal }) => {
    const { sessionId, version, present } = input;
    if (sessionId === null || version === null) throw new ApiFailure('notFound');
    const made = client.call(restoreNotesVersion, {
      params: { sessionId, revision: `${version}` },
      headers: { 'if-match': `"${present}"` },
    });
    return toItsEnd(made, signal, sessionId);
  };

  return implement(notesEditingMachine, ({ promise }) => ({
    ...promise('readHistory', async ({ input: { sessionId }, signal }) => {
      if (sessionId === null) throw new ApiFailure('notFound');
      await ended(sessionId);
      return client.call(listNotesVersions, { params: { sessionId }, signal });
    }),
    ...promise('readVersion', ({ input: { sessionId, version }, signal }) => {
      if (sessionId === null || version === null) throw new ApiFailure('notFound');
      return client.call(readNotesVersion, { params: { sessionId, revision: `${version}` }, signal });
    }),
    ...promise('restoreVersion', restore),
    ...promise('undoRestore', restore),
  })).provide({ actions: { refreshNotes, leaveModal: () => around.closeModal('notesEditing') } });
}

export const notesEditing: Flow<typeof notesEditingMachine> = {
  provide: provideNotesEditing,
};

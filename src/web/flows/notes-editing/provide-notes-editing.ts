import { listNotesVersions, readNotesVersion, restoreNotesVersion } from '#contract/notes.ts';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import { notesEditingMachine } from '#machines/notes-editing/notes-editing.machine.ts';
import type { RestoreInput } from '#machines/notes-editing/notes-editing.setup.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import { ApiFailure } from '#web/api/api-failure.ts';
import { followLeft, type LeftDialog } from '#web/effects/left-dialog.ts';
import type { Flow } from '#web/hooks/flow-port.ts';

function provideNotesEditing(
  effects: LeftDialog & {
    client: Pick<ApiClient, 'call'>;
    refreshNotes: () => void;
    leaveModal: () => void;
  },
): typeof notesEditingMachine {
  const { client, refreshNotes, leaveModal } = effects;
  const { ended, toItsEnd } = followLeft({ ...effects, refresh: refreshNotes });
  const { promise } = implement(notesEditingMachine);

  const restore = ({ input, signal }: { input: RestoreInput; signal: AbortSignal }) => {
    const { sessionId, version, present } = input;
    if (sessionId === null || version === null) throw new ApiFailure('notFound');
    const made = client.call(restoreNotesVersion, {
      params: { sessionId, revision: `${version}` },
      headers: { 'if-match': `"${present}"` },
    });
    return toItsEnd(made, signal, sessionId);
  };

  return provideActors(notesEditingMachine, {
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
  }).provide({ actions: { refreshNotes, leaveModal } });
}

export const notesEditing: Flow<typeof notesEditingMachine> = {
  provide: (around) =>
    provideNotesEditing({ ...around, leaveModal: () => around.closeModal('notesEditing') }),
};

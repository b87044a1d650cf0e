import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { Notes } from '#contract/notes.ts';
import {
  selectHasUnsaved,
  selectNotesAutosaveStep,
} from '#machines/notes-autosave/notes-autosave.selectors.ts';
import type { SectionDraft } from '#machines/notes-autosave/section-draft.ts';
import { keyOf } from '#web/api/query-keys.ts';
import { useApp } from '#web/hooks/site-provider.tsx';
import { useSpawned } from '#web/hooks/use-flow.ts';

export function useNotesAutosave(sessionId: string) {
  const app = useApp();
  const drafts = useSpawned('notesAutosave');
  const actor = useMemo(() => drafts.of(sessionId), [drafts, sessionId]);
  const snapshot = useSelector(actor, (current) => current);
  const commands = useMemo(
    () => ({
      change: (draft: SectionDraft, base: SectionDraft | null) =>
        actor.send({ type: 'draft.changed', draft, base }),
      saveNow: () => actor.send({ type: 'save.requested' }),
      end: () => actor.send({ type: 'editing.ended' }),
      discard: () => actor.send({ type: 'draft.discarded' }),
      chooseMine: () => actor.send({ type: 'mine.chosen' }),
      chooseTheirs: () => actor.send({ type: 'theirs.chosen' }),
      retry: () => actor.send({ type: 'retry' }),
    }),
    [actor],
  );
  const { draft, saved, restoredFrom, theirs, failure } = snapshot.context;
  return {
    step: selectNotesAutosaveStep(snapshot),
    hasUnsaved: selectHasUnsaved(snapshot),
    draft,
    saved,
    restoredFrom,
    theirs,
    failure,
    ...commands,
    present: () => app.queryClient.getQueryData<Notes>(keyOf('readNotes', { sessionId })) ?? null,
    can: {
      end: snapshot.can({ type: 'editing.ended' }),
      discard: snapshot.can({ type: 'draft.discarded' }),
      chooseTheirs: snapshot.can({ type: 'theirs.chosen' }),
      retry: snapshot.can({ type: 'retry' }),
    },
  };
}

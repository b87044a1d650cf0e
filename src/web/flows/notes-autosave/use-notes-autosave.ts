import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { Notes } from '#contract/notes.ts';
import {
  selectHasUnsaved,
  selectNotesAutosaveStep,
} from '#machines/notes-autosave/notes-autosave.selectors.ts';
import type { SectionDraft } from '#machines/notes-autosave/section-draft.ts';
import { queryKeys } from '#web/api/queries.ts';
import { useApp } from '#web/hooks/site-provider.tsx';

export function useNotesAutosave(sessionId: string) {
  const app = useApp();
  const actor = useMemo(() => app.notesAutosave(sessionId), [app, sessionId]);
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
    present: () => app.queryClient.getQueryData<Notes>(queryKeys.notes(sessionId)) ?? null,
    can: {
      end: snapshot.can({ type: 'editing.ended' }),
      discard: snapshot.can({ type: 'draft.discarded' }),
      chooseTheirs: snapshot.can({ type: 'theirs.chosen' }),
      retry: snapshot.can({ type: 'retry' }),
    },
  };
}

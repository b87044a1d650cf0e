import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import type { Notes } from '#contract/notes.ts';
import {
  selectHasUnsaved,
  selectNotesAutosaveStep,
} from '#machines/notes-autosave/notes-autosave.selectors.ts';
import type { SectionEnded } from '#machines/notes-autosave/notes-autosave.setup.ts';
import type { SectionDraft } from '#machines/notes-autosave/section-draft.ts';
import { keyOf } from '#web/api/query-keys.ts';
import { useApp } from '#web/hooks/site-provider.tsx';
import { useSpawned } from '#web/hooks/use-flow.ts';

/** @param onEnd once the editor has closed on a changed section; the newest one is called */
export function useNotesAutosave(sessionId: string, onEnd?: (ended: SectionEnded, present: Notes) => void) {
  const app = useApp();
  const drafts = useSpawned('notesAutosave');
  const actor = useMemo(() => drafts.of(sessionId), [drafts, sessionId]);
  const snapshot = useSelector(actor, (current) => current);
  const commands = useMemo(
    () => ({
      open: (section: SectionDraft) => actor.send({ type: 'section.opened', section }),
      seen: (section: SectionDraft) => actor.send({ type: 'section.seen', section }),
      change: (draft: SectionDraft) => actor.send({ type: 'draft.changed', draft }),
      saveNow: () => actor.send({ type: 'save.requested' }),
      end: () => actor.send({ type: 'editing.ended' }),
      leave: () => actor.send({ type: 'editor.left' }),
      discard: () => actor.send({ type: 'draft.discarded' }),
      chooseMine: () => actor.send({ type: 'mine.chosen' }),
      chooseTheirs: () => actor.send({ type: 'theirs.chosen' }),
      retry: () => actor.send({ type: 'retry' }),
    }),
    [actor],
  );
  const newest = useRef(onEnd);
  newest.current = onEnd;
  useEffect(() => {
    const heard = actor.on('*', (ended) => {
      const present = app.queryClient.getQueryData<Notes>(keyOf('readNotes', { sessionId }));
      if (present !== undefined) newest.current?.(ended, present);
    });
    return () => heard.unsubscribe();
  }, [actor, app, sessionId]);
  const { opened, draft, restoredFrom, theirs, failure } = snapshot.context;
  return {
    step: selectNotesAutosaveStep(snapshot),
    hasUnsaved: selectHasUnsaved(snapshot),
    opened,
    draft,
    restoredFrom,
    theirs,
    failure,
    ...commands,
    can: {
      end: snapshot.can({ type: 'editing.ended' }),
      discard: snapshot.can({ type: 'draft.discarded' }),
      chooseTheirs: snapshot.can({ type: 'theirs.chosen' }),
      retry: snapshot.can({ type: 'retry' }),
    },
  };
}

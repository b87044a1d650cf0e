import { useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import { selectNotesPostingStep } from '#machines/notes-posting/notes-posting.selectors.ts';
import type { PostingPlace } from '#machines/notes-posting/notes-posting.setup.ts';
import { useApp } from '#web/hooks/site-provider.tsx';
import { useFlow } from '#web/hooks/use-flow.ts';

export function useOpenPosting(): (place: PostingPlace) => void {
  const { flows } = useApp();
  return useCallback((place) => flows.send('notesPosting', { type: 'posting.opened', place }), [flows]);
}

export function useNotesPosting() {
  const flow = useFlow('notesPosting');
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
      close: () => flow.send({ type: 'posting.closed' }),
      retry: () => flow.send({ type: 'retry' }),
      setUp: () => flow.send({ type: 'setup.requested' }),
      confirm: () => flow.send({ type: 'post.confirmed' }),
    }),
    [flow],
  );
  const { preview, post, failure } = snapshot.context;
  return { step: selectNotesPostingStep(snapshot), preview, post, failure, ...commands };
}

import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { notesPostingMachine } from '#machines/notes-posting/notes-posting.machine.ts';
import { selectNotesPostingStep } from '#machines/notes-posting/notes-posting.selectors.ts';
import type { PostingPlace } from '#machines/notes-posting/notes-posting.setup.ts';
import { useApp } from '#web/hooks/site-provider.tsx';

declare module '#web/hooks/app-port.ts' {
  interface LastingFlows {
    notesPosting: typeof notesPostingMachine;
  }
}

export function useNotesPosting() {
  const flow = useApp().notesPosting();
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
      open: (place: PostingPlace) => flow.send({ type: 'posting.opened', place }),
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

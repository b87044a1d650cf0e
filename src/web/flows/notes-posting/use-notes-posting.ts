import { useCallback } from 'react';
import { selectNotesPostingStep } from '#machines/notes-posting/notes-posting.selectors.ts';
import type { PostingPlace } from '#machines/notes-posting/notes-posting.setup.ts';
import type { FlowActor } from '#web/hooks/flow-actors.ts';
import { useApp } from '#web/hooks/site-provider.tsx';
import { useWholeFlow } from '#web/hooks/use-whole-flow.ts';

export function useOpenPosting(): (place: PostingPlace) => void {
  const { flows } = useApp();
  return useCallback((place) => flows.send('notesPosting', { type: 'posting.opened', place }), [flows]);
}

const commandsOf = ({ send }: FlowActor<'notesPosting'>) => ({
  close: () => send({ type: 'posting.closed' }),
  retry: () => send({ type: 'retry' }),
  setUp: () => send({ type: 'setup.requested' }),
  confirm: () => send({ type: 'post.confirmed' }),
});

export function useNotesPosting() {
  const { snapshot, commands } = useWholeFlow('notesPosting', commandsOf);
  const { preview, post, failure } = snapshot.context;
  return { step: selectNotesPostingStep(snapshot), preview, post, failure, ...commands };
}

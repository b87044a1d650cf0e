import { createActor } from 'xstate';
import type { CopyToNotesContext, NotesChoice } from '#machines/copy-to-notes/copy-to-notes.machine.ts';
import { selectIsAsking, selectIsCopying } from '#machines/copy-to-notes/copy-to-notes.selectors.ts';
import { type OwnMachine, useOwnMachine } from '#web/hooks/use-own-machine.ts';
import { provideCopyToNotes } from './provide-copy-to-notes.ts';

const create = ({
  effects,
  adapt,
  options,
}: OwnMachine<(mode: CopyToNotesContext['mode']) => Promise<void>>) =>
  createActor(adapt(provideCopyToNotes(effects)), options);

export function useCopyingToNotes(copy: (mode: CopyToNotesContext['mode']) => Promise<void>) {
  const { snapshot, send } = useOwnMachine(create, copy);
  return {
    isCopying: snapshot !== undefined && selectIsCopying(snapshot),
    isAsking: snapshot !== undefined && selectIsAsking(snapshot),
    failure: snapshot?.context.failure?.message ?? null,
    request: () => send({ type: 'copy.requested' }),
    choose: (choice: NotesChoice) => send({ type: 'choice.made', choice }),
    cancel: () => send({ type: 'choice.cancelled' }),
  };
}

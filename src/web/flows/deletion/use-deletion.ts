import { createActor } from 'xstate';
import { tag } from '#machines/kit/tags.ts';
import { type OwnMachine, useOwnMachine } from '#web/hooks/use-own-machine.ts';
import { provideDeletion } from './provide-deletion.ts';

const create = ({ effects, adapt, options }: OwnMachine<() => Promise<unknown>>) =>
  createActor(adapt(provideDeletion(effects)), options);

/** Asks before it deletes; `DeletionDialog` shows it. */
export function useDeletion(remove: () => Promise<unknown>) {
  const { snapshot, send } = useOwnMachine(create, remove);
  return {
    isOpen: snapshot !== undefined && !snapshot.matches('idle') && !snapshot.matches('deleted'),
    isDeleting: snapshot?.hasTag(tag.busy) ?? false,
    failure: snapshot?.context.failure?.message ?? null,
    request: () => send({ type: 'deletion.requested' }),
    confirm: () => send({ type: 'deletion.confirmed' }),
    cancel: () => send({ type: 'deletion.cancelled' }),
  };
}

export type Deletion = ReturnType<typeof useDeletion>;

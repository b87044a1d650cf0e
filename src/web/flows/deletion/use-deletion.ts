import { createActor } from 'xstate';
import { tag } from '#machines/kit/tags.ts';
import { type OwnMachine, useOwnMachine } from '#web/hooks/use-own-machine.ts';
import { useDrafts } from '../record-change/use-drafts.ts';
import { type Deleting, provideDeletion } from './provide-deletion.ts';

const create = ({ effects, adapt, options }: OwnMachine<Deleting>) =>
  createActor(adapt(provideDeletion(effects)), options);

/**
 * Asks before it deletes; `ConfirmDialog` shows it.
 * @param ids of the records that go: what was written about them and not saved goes, too
 */
export function useDeletion(remove: () => Promise<unknown>, ids: readonly string[] = []) {
  const drafts = useDrafts();
  const { snapshot, send } = useOwnMachine(create, { remove, forgetDrafts: () => drafts.forgetAbout(ids) });
  return {
    isOpen: snapshot !== undefined && !snapshot.matches('idle') && !snapshot.matches('deleted'),
    isBusy: snapshot?.hasTag(tag.busy) ?? false,
    failure: snapshot?.context.failure?.message ?? null,
    request: () => send({ type: 'deletion.requested' }),
    confirm: () => send({ type: 'deletion.confirmed' }),
    cancel: () => send({ type: 'deletion.cancelled' }),
  };
}

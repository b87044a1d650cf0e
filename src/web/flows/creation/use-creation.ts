import { createActor } from 'xstate';
import type { Creation } from '#machines/creation/creation.machine.ts';
import { selectCreating, selectCreationFailure } from '#machines/creation/creation.selectors.ts';
import { type OwnMachine, useOwnMachine } from '#web/hooks/use-own-machine.ts';
import { provideCreation } from './provide-creation.ts';

type Create = (creation: Creation) => Promise<void>;

const startCreation = ({ effects, adapt, options }: OwnMachine<Create>) =>
  createActor(adapt(provideCreation(effects)), options);

/** One at a time. */
export function useCreation(create: Create) {
  const { snapshot, send } = useOwnMachine(startCreation, create);
  return {
    isFormOpen: snapshot?.context.isFormOpen ?? false,
    creating: snapshot === undefined ? null : selectCreating(snapshot),
    failureOf: (what: Creation['what']) =>
      snapshot === undefined ? null : selectCreationFailure(snapshot, what),
    openForm: () => send({ type: 'form.opened' }),
    closeForm: () => send({ type: 'form.closed' }),
    request: (creation: Creation) => send({ type: 'creation.requested', creation }),
  };
}

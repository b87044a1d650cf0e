import { createActor } from 'xstate';
import { type OwnMachine, useOwnMachine } from '#web/hooks/use-own-machine.ts';
import { type NameListEffects, provideNameList } from './provide-name-list.ts';

function create({ effects, adapt, options }: OwnMachine<NameListEffects>) {
  const actor = createActor(adapt(provideNameList(effects)), options);
  const { list } = effects();
  // Waits until the actor starts.
  if (list !== '') actor.send({ type: 'list.written', list });
  return actor;
}

export function useNameList(effects: NameListEffects) {
  const { snapshot, send } = useOwnMachine(create, effects);
  return {
    list: snapshot?.context.list ?? '',
    found: snapshot?.context.found ?? null,
    added: snapshot?.context.added ?? null,
    failure: snapshot?.context.failure?.message ?? null,
    isReading: snapshot?.matches('reading') ?? false,
    isAdding: snapshot?.matches('adding') ?? false,
    write: (list: string) => send({ type: 'list.written', list }),
    chooseFiles: () => send({ type: 'files.chosen' }),
    submit: () => send({ type: 'list.submitted' }),
  };
}

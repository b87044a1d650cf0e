import {
  type AnyEventObject,
  type AnyStateMachine,
  type CallbackActorLogic,
  type EventObject,
  fromCallback,
  fromPromise,
  type NonReducibleUnknown,
  type PromiseActorLogic,
  StateMachine,
} from 'xstate';

/** Running such an effect is a programming error. */
export class NotProvidedError extends Error {
  override readonly name = 'NotProvidedError';
  constructor(kind: 'actor' | 'action', effect: string) {
    super(`The ${kind} "${effect}" was not provided.`);
  }
}

const placeholders = new WeakSet<object>();

function placeholder<T extends object>(implementation: T): T {
  placeholders.add(implementation);
  return implementation;
}

/** For a promise. @param name the actor's key in `setup({ actors })` */
export function notProvidedActor<Output, Input = NonReducibleUnknown>(
  name: string,
): PromiseActorLogic<Output, Input> {
  return placeholder(fromPromise<Output, Input>(() => Promise.reject(new NotProvidedError('actor', name))));
}

/** For a callback. @param name the actor's key in `setup({ actors })` */
export function notProvidedCallback<
  Receives extends EventObject = AnyEventObject,
  Input = NonReducibleUnknown,
>(name: string): CallbackActorLogic<Receives, Input> {
  return placeholder(
    fromCallback<Receives, Input>(() => {
      throw new NotProvidedError('actor', name);
    }),
  );
}

/** `Params` is the shape of its `params`. @param name the action's key in `setup({ actions })` */
export function notProvidedAction<Params = NonReducibleUnknown>(
  name: string,
): (args: unknown, params: Params) => void {
  return placeholder(() => {
    throw new NotProvidedError('action', name);
  });
}

const isNotProvided = (effect: unknown): boolean =>
  effect instanceof StateMachine
    ? namesNotProvided(effect).length > 0
    : ((typeof effect === 'object' && effect !== null) || typeof effect === 'function') &&
      placeholders.has(effect);

/** Sorted. A child machine with any placeholders counts as one. */
export function namesNotProvided(machine: AnyStateMachine): string[] {
  const effects = { ...machine.implementations.actors, ...machine.implementations.actions };
  return Object.entries(effects)
    .filter(([, effect]) => isNotProvided(effect))
    .map(([name]) => name)
    .sort();
}

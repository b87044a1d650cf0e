import type { AnyStateMachine, StateMachine } from 'xstate';

type PartsOf<Machine> =
  Machine extends StateMachine<
    infer _Context,
    infer _Event,
    infer _Children,
    infer Actor,
    infer _Action,
    infer Guard,
    infer _Delay,
    infer _StateValue,
    infer _Tag,
    infer _Input,
    infer _Output,
    infer _Emitted,
    infer _Meta,
    infer _Schema
  >
    ? { actor: Actor; guard: Guard['type'] }
    : never;

export type ActorOf<Machine> = PartsOf<Machine>['actor'];
export type GuardNameOf<Machine> = PartsOf<Machine>['guard'];

export type ActorsOf<Machine> = {
  [Actor in ActorOf<Machine> as Actor extends { src: infer Source extends string }
    ? Source
    : never]: Actor extends {
    logic: infer Logic;
  }
    ? Logic
    : never;
};

/** Does not compile unless exactly all actors are given. */
export function provideActors<Machine extends AnyStateMachine>(
  machine: Machine,
  actors: ActorsOf<Machine>,
): Machine {
  const untyped: AnyStateMachine = machine;
  // biome-ignore lint/plugin: XState gives a machine of the same type, but TypeScript forgets it of a type parameter.
  return untyped.provide({ actors }) as Machine;
}

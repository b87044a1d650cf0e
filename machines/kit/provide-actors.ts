import type { AnyStateMachine, StateMachine } from 'xstate';

export type ActorOf<Machine> =
  Machine extends StateMachine<
    infer _Context,
    infer _Event,
    infer _Children,
    infer Actor,
    infer _Action,
    infer _Guard,
    infer _Delay,
    infer _StateValue,
    infer _Tag,
    infer _Input,
    infer _Output,
    infer _Emitted,
    infer _Meta,
    infer _Schema
  >
    ? Actor
    : never;

export type GuardNameOf<Machine> =
  Machine extends StateMachine<
    infer _Context,
    infer _Event,
    infer _Children,
    infer _Actor,
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
    ? Guard['type']
    : never;

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

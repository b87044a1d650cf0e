import {
  type AnyStateMachine,
  type CallbackActorLogic,
  type EventFrom,
  fromCallback,
  fromPromise,
  type PromiseActorLogic,
} from 'xstate';
import { type ActorsOf, provideActors } from './provide-actors.ts';

/** `AbortSignal`: charts are compiled without the DOM's types. */
type Signal = Parameters<Parameters<typeof fromPromise>[0]>[0]['signal'];

type PromiseWork<Logic> =
  Logic extends PromiseActorLogic<infer Output, infer Input>
    ? (given: { input: Input; signal: Signal }) => Promise<Output>
    : never;

type CallbackWork<Logic, Event> =
  Logic extends CallbackActorLogic<infer _Receives, infer Input>
    ? // biome-ignore lint/suspicious/noConfusingVoidType: a callback may return how to stop it, or nothing
      (given: { input: Input; send: (event: Event) => void }) => (() => void) | void
    : never;

interface Make<Machine extends AnyStateMachine> {
  promise<Source extends keyof ActorsOf<Machine> & string>(
    source: Source,
    work: PromiseWork<ActorsOf<Machine>[Source]>,
  ): { [Key in Source]: ActorsOf<Machine>[Source] };
  callback<Source extends keyof ActorsOf<Machine> & string>(
    source: Source,
    work: CallbackWork<ActorsOf<Machine>[Source], EventFrom<Machine>>,
  ): { [Key in Source]: ActorsOf<Machine>[Source] };
}

/** Does not compile unless exactly all actors are given, each made by `promise` or `callback`, or a machine. */
export function implement<Machine extends AnyStateMachine>(
  machine: Machine,
  actors: (make: Make<Machine>) => ActorsOf<Machine>,
): Machine {
  const make: Make<Machine> = {
    promise: (source, work) =>
      // biome-ignore lint/plugin: a computed key has no type of its own.
      ({
        [source]: fromPromise(({ input, signal }) =>
          // biome-ignore lint/plugin: TypeScript does not call a conditional type; this is its only case.
          (work as (given: unknown) => Promise<unknown>)({ input, signal }),
        ),
      }) as never,
    callback: (source, work) =>
      // biome-ignore lint/plugin: a computed key has no type of its own.
      ({
        [source]: fromCallback(({ input, sendBack }) =>
          // biome-ignore lint/plugin: TypeScript does not call a conditional type; this is its only case.
          (work as (given: unknown) => (() => void) | undefined)({ input, send: sendBack }),
        ),
      }) as never,
  };
  return provideActors(machine, actors(make));
}

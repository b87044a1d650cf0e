import type { AnyStateMachine, EventFrom, InputFrom, OutputFrom, UnknownActorLogic } from 'xstate';
import type { ActorOf } from './provide-actors.ts';

/** A way to start the flow. Guards that look at the input need one scenario for each answer. */
export type Scenario<Input> = { name: string } & (unknown extends Input
  ? { input?: undefined }
  : { input: Input });

/** What a person (or the surroundings) does, in words, and the event it sends. */
export interface EventCase<Event> {
  name: string;
  event: Event;
}

/** How an actor may end, or what it may send while it runs, in words. */
export type Outcome<Output, Event> =
  | { name: string; type: 'done'; output: Output }
  | { name: string; type: 'error'; error: unknown }
  | { name: string; type: 'emits'; event: Event };

/** The cases of one event type, or that only a running actor sends it (then it stands in `outcomes`). */
export type EventCases<Event> = readonly [EventCase<Event>, ...EventCase<Event>[]] | 'sentByActor';

type UserEvent<Machine extends AnyStateMachine> = Exclude<EventFrom<Machine>, { type: `xstate.${string}` }>;

type EventTypeOf<Machine extends AnyStateMachine> = UserEvent<Machine>['type'];

type OutputOf<Actor> = Actor extends { logic: infer Logic extends UnknownActorLogic }
  ? OutputFrom<Logic>
  : unknown;

/**
 * One flow of the catalogue: its machine, what a product owner reads about it, and everything that may happen
 * to it. The tables are typed by the machine: a new event or actor does not compile without its cases.
 */
export interface CatalogueEntry<Machine extends AnyStateMachine> {
  /** Folder name, kebab-case. */
  name: string;
  title: string;
  /** What the flow is for, a few sentences. */
  paragraph: string;
  /** Requirement numbers and design decisions, such as `R4.18` or `D2`. */
  requirements: readonly string[];
  machine: Machine;
  scenarios: readonly [Scenario<InputFrom<Machine>>, ...Scenario<InputFrom<Machine>>[]];
  events: { [Type in EventTypeOf<Machine>]: EventCases<Extract<UserEvent<Machine>, { type: Type }>> };
  outcomes: {
    [Actor in ActorOf<Machine> as Actor extends { src: infer Source extends string }
      ? Source
      : never]: readonly [
      Outcome<OutputOf<Actor>, UserEvent<Machine>>,
      ...Outcome<OutputOf<Actor>, UserEvent<Machine>>[],
    ];
  };
  /** Transitions that no path can take, by their id in `npm run paths`, each with the reason. */
  exclude?: readonly { transition: string; reason: string }[];
}

/** An entry of any machine, as lists and tools take it. */
export interface AnyCatalogueEntry {
  readonly name: string;
  readonly title: string;
  readonly paragraph: string;
  readonly requirements: readonly string[];
  readonly machine: AnyStateMachine;
  readonly scenarios: readonly { readonly name: string; readonly input?: unknown }[];
  readonly events: Readonly<
    Record<
      string,
      readonly { readonly name: string; readonly event: { readonly type: string } }[] | 'sentByActor'
    >
  >;
  readonly outcomes: Readonly<Record<string, readonly Outcome<unknown, { readonly type: string }>[]>>;
  readonly exclude?: readonly { readonly transition: string; readonly reason: string }[];
}

/** Declares a flow of the catalogue; exists for its types. */
export function defineFlow<Machine extends AnyStateMachine>(
  entry: CatalogueEntry<Machine>,
): CatalogueEntry<Machine> {
  return entry;
}

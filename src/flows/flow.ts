import type { AnyStateMachine } from 'xstate';

export type FlowOutcome = {
  /** Consistent with the context; the viewer warns if not. */
  fits?(context: unknown): boolean;
} & (
  | { readonly name: string; readonly type: 'done'; readonly output: unknown }
  | { readonly name: string; readonly type: 'error'; readonly error: unknown }
  | { readonly name: string; readonly type: 'emits'; readonly event: { readonly type: string } }
);

/** The actor emits a snapshot: `shows('is halfway', { context: 50 })`. */
export function shows(name: string, snapshot: object): FlowOutcome {
  const event = { type: 'xstate.snapshot', snapshot };
  return { name, type: 'emits', event };
}

export function shownBy(outcome: FlowOutcome): object | undefined {
  return outcome.type === 'emits' && outcome.event.type === 'xstate.snapshot' && 'snapshot' in outcome.event
    ? Object(outcome.event.snapshot)
    : undefined;
}

export interface FlowEventCase {
  readonly name: string;
  readonly event: { readonly type: string };
}

export interface FlowMoment {
  /** By path without the machine's id, such as `open.ajar`. */
  readonly isIn: (path: string) => boolean;
  readonly value: unknown;
  readonly context: unknown;
  readonly running: readonly string[];
  readonly started: readonly string[];
  readonly actions: readonly string[];
  /** An event type, `actor: outcome`, or null at a start and for a wait. */
  readonly cause: string | null;
  /** In milliseconds. */
  readonly waited: number;
}

export interface FlowInvariant {
  readonly name: string;
  readonly requirement?: string;
  /** As little as possible: it multiplies the states to check. */
  readonly memory?: {
    readonly start: unknown;
    /** The first step is the start of a scenario. */
    after(memory: unknown, moment: FlowMoment): unknown;
  };
  holds(moment: FlowMoment, memory: unknown): boolean;
}

export interface Flow {
  readonly name: string;
  readonly title: string;
  readonly group?: string;
  readonly paragraph: string;
  readonly requirements: readonly string[];
  readonly machine: AnyStateMachine;
  /** Actors without declared outcomes behave as usual for their kind. */
  readonly isInferred?: boolean;
  readonly scenarios: readonly { readonly name: string; readonly input?: unknown }[];
  /**
   * The part of an unbounded context that matters: what guards read and users see; of states that differ in nothing else,
   * only the first is explored.
   */
  abstraction?(context: unknown): unknown;
  /** Of model states, with the reason why the rest may stay unexplored. */
  readonly limit?: { readonly states: number; readonly reason: string };
  readonly events: Readonly<Record<string, readonly FlowEventCase[] | 'sentByActor'>>;
  readonly outcomes: Readonly<Record<string, readonly FlowOutcome[]>>;
  /** Codes of failures after which the flow goes on as after the named outcome of the actor. */
  readonly alike?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** What is true if the guard passes. */
  readonly guards?: Readonly<Record<string, string>>;
  /** Words for names of the machine; '' hides one. */
  readonly words?: Readonly<Record<string, string>>;
  /**
   * The main way of the chart and of the smoke script, where the most that can be achieved is not what people mean: paths of
   * states, if need be with the trigger that leads there or is handled there: `open.ajar: after(draught)`.
   */
  readonly story?: readonly string[];
  /** Actions and actors that move money, or what it buys, and what they do to it. */
  readonly moves?: Readonly<Record<string, string>>;
  /** Flows that usually come next, by name, with the words for when: `{ analysis: 'the price is accepted' }`. */
  readonly next?: Readonly<Record<string, string>>;
  /** Search terms by the chart's word: `{ delete: ['GDPR'] }`. */
  readonly synonyms?: Readonly<Record<string, readonly string[]>>;
  /** How a tester causes an outcome, by its name. */
  readonly byHand?: Readonly<Record<string, string>>;
  /** What a person sees, as sentences: in a state, by its path, or after an action, by its name. */
  readonly sees?: Readonly<Record<string, string>>;
  readonly invariants?: readonly FlowInvariant[];
  /** Mutants that behave like the machine, by id. */
  readonly equivalents?: readonly { readonly mutants: readonly string[]; readonly reason: string }[];
  readonly exclude?: readonly { readonly transition: string; readonly reason: string }[];
}

/** Declared in `<name>.flow.js`; the rest is inferred. */
export type FlowDetails = Partial<Omit<Flow, 'name' | 'machine' | 'isInferred'>>;

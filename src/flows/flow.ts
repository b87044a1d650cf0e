import type { AnyStateMachine } from 'xstate';

export type FlowOutcome = {
  /** Whether it is consistent with the context; the viewer warns if not. */
  fits?(context: unknown): boolean;
} & (
  | { readonly name: string; readonly type: 'done'; readonly output: unknown }
  | { readonly name: string; readonly type: 'error'; readonly error: unknown }
  | { readonly name: string; readonly type: 'emits'; readonly event: { readonly type: string } }
);

/** The actor shows something new, which `onSnapshot` receives: `shows('is halfway', { context: 50 })`. */
export function shows(name: string, snapshot: object): FlowOutcome {
  const event = { type: 'xstate.snapshot', snapshot };
  return { name, type: 'emits', event };
}

/** What an outcome makes its actor show; undefined for other outcomes. */
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
  /** Whether a state is active, by its path without the machine's id, such as `open.ajar`. */
  readonly isIn: (path: string) => boolean;
  readonly value: unknown;
  readonly context: unknown;
  readonly running: readonly string[];
  readonly started: readonly string[];
  readonly actions: readonly string[];
  /** What caused the step: an event type, `actor: outcome`, or null at a start and for a wait. */
  readonly cause: string | null;
  /** How long the step waited, in milliseconds. */
  readonly waited: number;
}

export interface FlowInvariant {
  readonly name: string;
  readonly requirement?: string;
  /** What the rule must remember of earlier steps, as little as possible: it multiplies the states to check. */
  readonly memory?: {
    readonly start: unknown;
    /** The memory after a step; the first step is the start of a scenario. */
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
   * The part of an unbounded context (counters, lists) that affects what can happen. States that differ in
   * nothing else count as alike, and only some of each kind are explored.
   */
  abstraction?(context: unknown): unknown;
  /** A larger or smaller limit of model states, with the reason why the rest may stay unexplored. */
  readonly limit?: { readonly states: number; readonly reason: string };
  readonly events: Readonly<Record<string, readonly FlowEventCase[] | 'sentByActor'>>;
  readonly outcomes: Readonly<Record<string, readonly FlowOutcome[]>>;
  /** A sentence for each guard: what is true if it passes. */
  readonly guards?: Readonly<Record<string, string>>;
  /** Words for names of the machine: actions, actors, context and its parts; '' hides one. */
  readonly words?: Readonly<Record<string, string>>;
  /** Words that readers search for, by the word of the chart that means the same: `{ delete: ['GDPR'] }`. */
  readonly synonyms?: Readonly<Record<string, readonly string[]>>;
  /** How a tester causes an outcome, by its name. */
  readonly byHand?: Readonly<Record<string, string>>;
  readonly invariants?: readonly FlowInvariant[];
  /** Mutants that behave like the machine, by id, each with the reason. */
  readonly equivalents?: readonly { readonly mutants: readonly string[]; readonly reason: string }[];
  readonly exclude?: readonly { readonly transition: string; readonly reason: string }[];
}

/** What a file `<name>.flow.js` declares about the machine beside it; the rest is inferred. */
export type FlowDetails = Partial<Omit<Flow, 'name' | 'machine' | 'isInferred'>>;

import type { AnyStateMachine } from 'xstate';

/** What an actor may answer, or send while it runs; declared, since a model has no real actors. */
export type FlowOutcome = {
  /** Whether it goes with what the flow remembers; a person who tries the flow out is told where it does not. */
  fits?(context: unknown): boolean;
} & (
  | { readonly name: string; readonly type: 'done'; readonly output: unknown }
  | { readonly name: string; readonly type: 'error'; readonly error: unknown }
  | { readonly name: string; readonly type: 'emits'; readonly event: { readonly type: string } }
);

/** One case of a user event: words and payload. */
export interface FlowEventCase {
  readonly name: string;
  readonly event: { readonly type: string };
}

/** What a rule of a flow may look at, in one state and after the step that led there. */
export interface FlowMoment {
  /** Whether a state is active, by its path without the machine's id, such as `open.ajar`. */
  readonly isIn: (path: string) => boolean;
  readonly value: unknown;
  readonly context: unknown;
  /** Keys of the actors that run. */
  readonly running: readonly string[];
  /** Keys of the actors that the step started, in order. */
  readonly started: readonly string[];
  /** Names of the actions that the step carried out, in order. */
  readonly actions: readonly string[];
  /** What set the step off: a declared event's type, `actor: outcome`, or nothing at a start and for a wait. */
  readonly cause: string | null;
  /** Milliseconds that the step waited. */
  readonly waited: number;
}

/** A rule that holds in every state a flow can come to, by whatever way. */
export interface FlowInvariant {
  readonly name: string;
  readonly requirement?: string;
  /** What the rule must know of the steps so far, as little as can be: it multiplies the states to look at. */
  readonly memory?: {
    readonly start: unknown;
    /** The memory after a step; the first step is the start of a scenario. */
    after(memory: unknown, moment: FlowMoment): unknown;
  };
  holds(moment: FlowMoment, memory: unknown): boolean;
}

/** A chart with everything that may happen to it: the input of the whole tool. */
export interface Flow {
  /** kebab-case; the name of every generated file. */
  readonly name: string;
  readonly title: string;
  /** Heading under which lists show it; flows without one come last. */
  readonly group?: string;
  readonly paragraph: string;
  readonly requirements: readonly string[];
  readonly machine: AnyStateMachine;
  readonly scenarios: readonly { readonly name: string; readonly input?: unknown }[];
  readonly events: Readonly<Record<string, readonly FlowEventCase[] | 'sentByActor'>>;
  readonly outcomes: Readonly<Record<string, readonly FlowOutcome[]>>;
  /** By a guard's name, a sentence: what is true when it holds. */
  readonly guards?: Readonly<Record<string, string>>;
  /** A person's words for names of the chart: actions, work, what it remembers, and parts of that; '' hides one. */
  readonly words?: Readonly<Record<string, string>>;
  readonly invariants?: readonly FlowInvariant[];
  /** Mutants of the chart that behave as it does, by their id in the report, each with the reason. */
  readonly equivalents?: readonly { readonly mutants: readonly string[]; readonly reason: string }[];
  readonly exclude?: readonly { readonly transition: string; readonly reason: string }[];
}

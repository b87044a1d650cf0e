import type { AnyStateMachine } from 'xstate';

/** What an actor may answer, or send while it runs; declared, since a model has no real actors. */
export type FlowOutcome =
  | { readonly name: string; readonly type: 'done'; readonly output: unknown }
  | { readonly name: string; readonly type: 'error'; readonly error: unknown }
  | { readonly name: string; readonly type: 'emits'; readonly event: { readonly type: string } };

/** One case of a user event: words and payload. */
export interface FlowEventCase {
  readonly name: string;
  readonly event: { readonly type: string };
}

/** A chart with everything that may happen to it: the input of the whole tool. */
export interface Flow {
  /** kebab-case; the name of every generated file. */
  readonly name: string;
  readonly title: string;
  readonly paragraph: string;
  readonly requirements: readonly string[];
  readonly machine: AnyStateMachine;
  readonly scenarios: readonly { readonly name: string; readonly input?: unknown }[];
  readonly events: Readonly<Record<string, readonly FlowEventCase[] | 'sentByActor'>>;
  readonly outcomes: Readonly<Record<string, readonly FlowOutcome[]>>;
  readonly exclude?: readonly { readonly transition: string; readonly reason: string }[];
}

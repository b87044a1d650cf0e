import type { AnyStateMachine, InspectionEvent } from 'xstate';
import type { Timers } from '#web/api/timers.ts';
import type { ClickGate } from '#web/ui/click-gate.tsx';

export type Navigate = (to: string, options?: { replace?: boolean }) => void;

/** Changes a machine that has its effects, before it runs; tests replace its actors. */
export type AdaptMachine = <Machine extends AnyStateMachine>(machine: Machine) => Machine;

/** A value with change notifications. */
export interface Watched<Value> {
  get: () => Value;
  subscribe: (changed: () => void) => () => void;
}

/** Shared by the site and the account part. */
export interface SharedPort {
  readonly navigate: Navigate;
  /** The clock of all machines and timeouts. */
  readonly clock: Timers;
  readonly inspect: ((event: InspectionEvent) => void) | undefined;
  /** Every machine passes through this before it runs. */
  readonly adapt: AdaptMachine;
  /** Debounces the clicks of one button (R5.10). */
  readonly openClickGate: () => ClickGate;
}

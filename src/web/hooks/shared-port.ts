import type { AnyStateMachine, InspectionEvent } from 'xstate';
import type { Timers } from '#web/api/timers.ts';
import type { ClickGate } from '#web/ui/click-gate.tsx';

export type Navigate = (to: string, options?: { replace?: boolean }) => void;

/** Tests replace its actors. */
export type AdaptMachine = <Machine extends AnyStateMachine>(machine: Machine) => Machine;

export interface Watched<Value> {
  get: () => Value;
  subscribe: (changed: () => void) => () => void;
}

export interface SharedPort {
  readonly navigate: Navigate;
  readonly clock: Timers;
  readonly inspect: ((event: InspectionEvent) => void) | undefined;
  readonly adapt: AdaptMachine;
  readonly openClickGate: () => ClickGate;
}

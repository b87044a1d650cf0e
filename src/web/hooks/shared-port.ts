import type { AnyStateMachine, InspectionEvent } from 'xstate';
import type { Timers } from '#web/api/timers.ts';
import type { ClickGate } from '#web/ui/click-gate.tsx';

/** Goes to an address of the app. */
export type Navigate = (to: string, options?: { replace?: boolean }) => void;

/** Changes a machine that has its effects, before it runs; tests replace its actors. */
export type AdaptMachine = <Machine extends AnyStateMachine>(machine: Machine) => Machine;

/** What the site and the account part have in common. */
export interface SharedPort {
  readonly navigate: Navigate;
  /** Clock of all charts and time-outs. */
  readonly clock: Timers;
  readonly inspect: ((event: InspectionEvent) => void) | undefined;
  /** Every machine passes through this before it runs. */
  readonly adapt: AdaptMachine;
  /** Opens what decides which clicks on one button pass (R5.10). */
  readonly openClickGate: () => ClickGate;
}

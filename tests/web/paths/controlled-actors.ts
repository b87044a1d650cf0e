import {
  type ActorLogic,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  type InspectionEvent,
  isMachineSnapshot,
  type Snapshot,
  StateMachine,
} from 'xstate';
import type { FlowOutcome } from '#flows/flow.ts';
import { withoutConflicts } from '#flows/selection.ts';
import { allTransitions } from '#flows/transitions.ts';
import type { AdaptMachine } from '#web/hooks/shared-port.ts';

const toldActor: ActorLogic<Snapshot<unknown>, EventObject, unknown> = {
  getInitialSnapshot: () => ({ status: 'active', output: undefined, error: undefined }),
  transition: (snapshot, event) => ({ ...snapshot, ...(event as { become?: object }).become }),
  getPersistedSnapshot: (snapshot) => snapshot,
};

function toldMachine(machine: AnyStateMachine): AnyStateMachine {
  const told = machine.provide({});
  told.transition = (snapshot, event, scope) =>
    'become' in event
      ? { ...snapshot, ...(event.become as object) }
      : machine.transition(snapshot, event, scope);
  return told;
}

export function withToldActors<Machine extends AnyStateMachine>(machine: Machine): Machine {
  const actors = Object.fromEntries(
    Object.entries(machine.implementations.actors).map(([name, logic]) => [
      name,
      logic instanceof StateMachine ? toldMachine(logic) : toldActor,
    ]),
  );
  return machine.provide({ actors } as never) as Machine;
}

export const tellActors: AdaptMachine = (machine) =>
  machine.id === 'accountPart' ? machine : withToldActors(machine);

export function answer(flow: AnyActorRef, actorId: string, outcome: FlowOutcome): void {
  if (outcome.type === 'emits') {
    flow.send(outcome.event);
    return;
  }
  const actor = (flow.getSnapshot() as AnyMachineSnapshot).children[actorId] as AnyActorRef | undefined;
  if (!actor) throw new Error(`The actor "${actorId}" does not run.`);
  const become =
    outcome.type === 'done'
      ? { status: 'done', output: outcome.output }
      : { status: 'error', error: outcome.error };
  actor.send({ type: 'become', become });
}

export function watchFlow(machineId: string) {
  const ids = new WeakMap<AnyStateMachine, Map<unknown, string>>();
  let taken: string[] = [];
  let flow: AnyActorRef | undefined;
  const isFlow = (ref: AnyActorRef) =>
    (ref as { logic?: AnyStateMachine }).logic?.id === machineId && ref.getSnapshot !== undefined;
  const idsOf = (machine: AnyStateMachine) => {
    const known = ids.get(machine) ?? new Map(allTransitions(machine).map((one) => [one.definition, one.id]));
    ids.set(machine, known as Map<unknown, string>);
    return known as Map<unknown, string>;
  };
  return {
    inspect(event: InspectionEvent): void {
      const ref = event.actorRef as AnyActorRef;
      if (!isFlow(ref)) return;
      if (event.type === '@xstate.actor') flow = ref;
      if (event.type === '@xstate.microstep' && isMachineSnapshot(event.snapshot)) {
        flow = ref;
        const known = idsOf((ref as unknown as { logic: AnyStateMachine }).logic);
        taken.push(...withoutConflicts(event._transitions).flatMap((one) => known.get(one) ?? []));
      }
    },
    flow(): AnyActorRef {
      if (!flow) throw new Error(`No flow "${machineId}" runs.`);
      return flow;
    },
    takeIds(): string[] {
      const now = taken;
      taken = [];
      return now;
    },
  };
}

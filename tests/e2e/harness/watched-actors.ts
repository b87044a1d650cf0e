import type { AnyActorRef, AnyStateMachine, InspectionEvent } from 'xstate';
import type { FlowOutcome } from '#flows/flow.ts';
import { withoutConflicts } from '#flows/selection.ts';
import { allTransitions } from '#flows/transitions.ts';
import { answer } from '#tests/web/paths/controlled-actors.ts';

interface Watched {
  ref: AnyActorRef;
  ids: Map<unknown, string>;
  taken: string[];
}

/**
 * Follows every machine of the page through XState's inspection, with the transition ids of `npm run paths`.
 */
export function createWatchedActors() {
  const watched = new Map<AnyActorRef, Watched>();
  const latest = new Map<string, Watched>();

  function inspect(event: InspectionEvent): void {
    const ref = event.actorRef as AnyActorRef;
    if (event.type === '@xstate.actor') {
      const machine = (ref as { logic?: unknown }).logic as Partial<AnyStateMachine>;
      if (machine.root === undefined) return;
      const transitions = allTransitions(machine as AnyStateMachine);
      const one = {
        ref,
        ids: new Map(transitions.map(({ definition, id }) => [definition as unknown, id])),
        taken: [],
      };
      watched.set(ref, one);
      latest.set(machine.root.machine.id, one);
    } else if (event.type === '@xstate.microstep') {
      const one = watched.get(ref);
      if (one === undefined) return;
      one.taken.push(...withoutConflicts(event._transitions).flatMap((taken) => one.ids.get(taken) ?? []));
      // Of several parts of a page that have such a machine, the first in which something happens.
      const { id } = (ref as unknown as { logic: AnyStateMachine }).logic;
      if (one.taken.length > 0 && latest.get(id)?.taken.length === 0) latest.set(id, one);
    }
  }

  function find(machineId: string): Watched {
    const one = latest.get(machineId);
    if (one === undefined) throw new Error(`No actor of ${machineId} so far.`);
    return one;
  }

  return {
    inspect,
    isRunning: (machineId: string) => latest.has(machineId),
    /** Ids of the transitions of a machine's newest actor, in order, after the given number. */
    taken: (machineId: string, from: number): readonly string[] =>
      latest.get(machineId)?.taken.slice(from) ?? [],
    send(machineId: string, event: { type: string }): void {
      find(machineId).ref.send(event);
    },
    /** Ends an actor that waits for the test, or sends its event. */
    answer(machineId: string, actorId: string, outcome: FlowOutcome): void {
      answer(find(machineId).ref, actorId, outcome);
    },
  };
}

import type { EventObject } from 'xstate';
import type { Flow } from './flow.ts';
import type { ModelGraph } from './graph.ts';
import type { Place } from './place.ts';
import { present } from './present.ts';
import { activeNodes, listensTo } from './selection.ts';
import type { ModelState } from './timed-model.ts';
import { stateValueWords } from './words.ts';

function sampleEvents({ events, outcomes }: Flow): EventObject[] {
  const emitted = Object.values(outcomes).flatMap((list) =>
    list.flatMap((outcome) => (outcome.type === 'emits' ? [outcome.event] : [])),
  );
  return Object.entries(events).map(([type, cases]) =>
    cases === 'sentByActor'
      ? (emitted.find((event) => event.type === type) ?? { type })
      : present(cases[0], `case of ${type}`).event,
  );
}

export function illegalEvents(flow: Flow): (state: ModelState) => readonly EventObject[] {
  const samples = sampleEvents(flow);
  return ({ status, machine }) =>
    status === 'active' ? samples.filter(({ type }) => !listensTo(activeNodes(machine), type)) : [];
}

interface IllegalEventsResult {
  sent: number;
  problems: readonly string[];
}

/** State, context, delays and effects must not change. */
export function sendIllegalEvents({ model, nodes }: ModelGraph): IllegalEventsResult {
  const illegalIn = illegalEvents(model.flow);
  const problems: string[] = [];
  const tried = new Map<Place, readonly EventObject[]>();
  let sent = 0;
  for (const { state } of nodes) {
    if (state.status !== 'active') continue;
    const known = tried.get(state.place);
    const illegal = known ?? illegalIn(state);
    sent += illegal.length;
    if (known !== undefined) continue;
    // Unhandled events can only trigger eventless transitions; without those, all contexts behave alike.
    if (activeNodes(state.machine).every(({ always }) => always === undefined))
      tried.set(state.place, illegal);
    for (const event of illegal) {
      if (!model.ignores(state, event)) {
        problems.push(
          `illegal event ${event.type} in ${stateValueWords(state.machine.value)} is not ignored`,
        );
      }
    }
  }
  return { sent, problems: [...new Set(problems)] };
}

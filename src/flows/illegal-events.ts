import type { EventObject } from 'xstate';
import type { Flow } from './flow.ts';
import type { ModelGraph } from './graph.ts';
import { present } from './present.ts';
import { activeNodes, listensTo } from './selection.ts';
import type { ModelState } from './timed-model.ts';
import { stateId } from './transitions.ts';
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
  const tried = new Map<string, readonly EventObject[]>();
  let sent = 0;
  for (const { state } of nodes) {
    const active = activeNodes(state.machine);
    // Unhandled events can only trigger eventless transitions; without those, all contexts behave alike.
    const isAlike = !active.some((node) => node.always !== undefined);
    const configuration = active.map(stateId).join(' ');
    const known = isAlike ? tried.get(configuration) : undefined;
    const illegal = known ?? illegalIn(state);
    sent += illegal.length;
    if (known !== undefined) continue;
    tried.set(configuration, illegal);
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

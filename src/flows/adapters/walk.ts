import type { AnyStateMachine } from 'xstate';
import { analyseFlow, describeDifference, type FlowAnalysis } from '../analysis.ts';
import { leafIds, stateTitle } from '../export/step-words.ts';
import type { Flow, FlowOutcome } from '../flow.ts';
import { inferFlow } from '../infer.ts';
import { reasonOf } from '../present.ts';
import { replay } from '../replay.ts';
import { silently } from '../silence.ts';
import type { ModelEvent, ModelState } from '../timed-model.ts';
import type { ModelPath } from '../tour.ts';

/** Performs the steps of a path on an implementation. A step without a hand fails its path. */
export interface Hands<Place> {
  /** By event type. */
  events: Readonly<Record<string, (place: Place, event: { readonly type: string }) => unknown>>;
  /** By actor: causes one of its outcomes. */
  outcomes?: Readonly<Record<string, (place: Place, outcome: FlowOutcome) => unknown>>;
  /** In milliseconds. */
  wait?: (place: Place, milliseconds: number) => unknown;
  /** By path of a state, such as `open.ajar`: throws if the place does not show it. */
  sees?: Readonly<Record<string, (place: Place, context: unknown) => unknown>>;
}

interface NamedPath {
  name: string;
  path: ModelPath;
}

export type Given = AnyStateMachine | Flow;

/** @throws Error that names the machine's problems */
export function analysed(given: Given): FlowAnalysis {
  const analysis = silently(() => analyseFlow('root' in given ? inferFlow(given) : given));
  if (analysis.problems.length > 0) {
    throw new Error(`${analysis.flow.name} has problems:\n${analysis.problems.join('\n')}`);
  }
  return analysis;
}

/** By the ids that the scripts for people have, so that JUnit reports name the same tests. */
export function namedPaths({ scripts }: FlowAnalysis): NamedPath[] {
  return scripts.map(({ id, title, path }) => ({ name: `${id} · ${title}`, path }));
}

/** @throws Error with the first difference from the model */
export function replayPath(path: ModelPath, { flow }: FlowAnalysis): void {
  const [first] = silently(() => replay(path, flow.machine));
  if (first) throw new Error(describeDifference(flow.name, first));
}

async function look<Place>(
  place: Place,
  hands: Hands<Place>,
  state: ModelState,
  step: string,
): Promise<void> {
  const id = state.machine.machine.id;
  const active = leafIds(state).flatMap((leaf) => {
    const keys = leaf.slice(id.length + 1).split('.');
    return keys.map((_, index) => keys.slice(0, index + 1).join('.'));
  });
  for (const path of new Set(active)) {
    try {
      await hands.sees?.[path]?.(place, state.machine.context);
    } catch (cause) {
      throw new Error(`${step}: the machine is in “${stateTitle(state)}”, but: ${reasonOf(cause)}`, {
        cause,
      });
    }
  }
}

function act<Place>(event: ModelEvent, place: Place, hands: Hands<Place>): unknown {
  switch (event.type) {
    case 'user':
      return found(hands.events[event.event.type], `hands.events["${event.event.type}"]`)(place, event.event);
    case 'actor':
      return found(hands.outcomes?.[event.actor], `hands.outcomes["${event.actor}"]`)(place, event.outcome);
    case 'wait':
      return found(hands.wait, 'hands.wait')(place, event.milliseconds);
  }
}

function found<Hand>(hand: Hand | undefined, name: string): Hand {
  if (hand === undefined) throw new Error(`there is no ${name}`);
  return hand;
}

/** @throws Error that names the step at which the implementation differs */
export async function walkPath<Place>(path: ModelPath, place: Place, hands: Hands<Place>): Promise<void> {
  await look(place, hands, path.start.state, `start (${path.start.scenario})`);
  for (const [index, { event, state }] of path.edges.entries()) {
    const step = `step ${index + 1} (${event.name})`;
    try {
      await act(event, place, hands);
    } catch (cause) {
      throw new Error(`${step}: ${reasonOf(cause)}`, { cause });
    }
    await look(place, hands, state, step);
  }
}

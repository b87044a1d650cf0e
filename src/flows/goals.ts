import type { Flow } from './flow.ts';
import type { ModelEdge, ModelGraph } from './model-graph.ts';
import type { ModelEvent, StepTrace } from './timed-model.ts';
import type { ChartTransition } from './transitions.ts';

/**
 * What a flow's paths must do, each as a stable line of text: take every transition (in each leaf state of
 * every region, and with every part of the context that it can change), see every guard pass and fail, and
 * every declared case and outcome.
 */
export const goal = {
  transition: (id: string) => id,
  transitionIn: (id: string, leaf: string) => `${id} in ${leaf}`,
  changes: (ids: readonly string[], key: string) => `${ids.join(', ')} changes ${key}`,
  refused: (id: string) => `${id} refused`,
  userCase: (type: string, name: string) => `case ${type}: ${name}`,
  outcome: (actor: string, name: string) => `outcome ${actor}: ${name}`,
};

export function goalsOf(trace: StepTrace, event?: ModelEvent): string[] {
  const goals = trace.taken.flatMap(({ id, leaves }) => [
    goal.transition(id),
    ...leaves.map((leaf) => goal.transitionIn(id, leaf)),
  ]);
  if (trace.taken.length > 0) {
    const ids = trace.taken.map(({ id }) => id);
    goals.push(...trace.changed.map((key) => goal.changes(ids, key)));
  }
  goals.push(...trace.refused.map(goal.refused));
  if (event?.type === 'user') {
    goals.push(goal.userCase(event.event.type, event.name));
  } else if (event?.type === 'actor') {
    goals.push(goal.outcome(event.actor, event.name));
  }
  return goals;
}

const goalsByEdge = new WeakMap<ModelEdge, readonly string[]>();

/** The goals that one step of the graph meets. */
export function goalsOfEdge(edge: ModelEdge): readonly string[] {
  const known = goalsByEdge.get(edge);
  if (known) {
    return known;
  }
  const goals = goalsOf(edge.state.trace, edge.event);
  goalsByEdge.set(edge, goals);
  return goals;
}

/** A flow's declared goals, reachable or not. */
export function declaredGoals(flow: Flow, transitions: readonly ChartTransition[]): string[] {
  return [
    ...transitions.map(({ id }) => goal.transition(id)),
    ...transitions.filter(({ guard }) => guard !== undefined).map(({ id }) => goal.refused(id)),
    ...Object.entries(flow.events).flatMap(([type, cases]) =>
      cases === 'sentByActor' ? [] : cases.map(({ name }) => goal.userCase(type, name)),
    ),
    ...Object.entries(flow.outcomes).flatMap(([actor, outcomes]) =>
      outcomes.map(({ name }) => goal.outcome(actor, name)),
    ),
  ];
}

/** Every reachable goal, in order of discovery. */
export function reachableGoals(graph: ModelGraph): Set<string> {
  const goals = new Set(graph.starts.flatMap(({ state }) => goalsOf(state.trace)));
  for (const node of graph.nodes) {
    for (const edge of node.edges) {
      for (const met of goalsOfEdge(edge)) {
        goals.add(met);
      }
    }
  }
  return goals;
}

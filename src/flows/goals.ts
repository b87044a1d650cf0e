import type { Flow } from './flow.ts';
import type { ModelEdge, ModelGraph } from './graph.ts';
import type { ModelEvent, StepTrace } from './timed-model.ts';
import type { ChartTransition } from './transitions.ts';

/** Each text is made once: many steps meet the same goals, which are looked up in sets. */
function kept(make: (one: string, two: string) => string): typeof make {
  const texts = new Map<string, Map<string, string>>();
  return (one, two) => {
    const known = texts.get(one)?.get(two);
    if (known !== undefined) return known;
    const ofOne = texts.get(one) ?? new Map<string, string>();
    texts.set(one, ofOne);
    const text = make(one, two);
    ofOne.set(two, text);
    return text;
  };
}

const refused = kept((id, answer) => `${id} ${answer}`);

/**
 * Paths must take every transition (from each leaf of its source, with each part of the context that it can
 * change), be in every pair of states of different regions, see every guard pass and fail, and every case and
 * outcome.
 */
export const goal = {
  transition: (id: string) => id,
  transitionIn: kept((id, leaf) => `${id} in ${leaf}`),
  changes: kept((ids, key) => `${ids} changes ${key}`),
  cancels: (ids: string, timer: string) => `${ids} cancels ${timer}`,
  ends: (ids: string, actor: string) => `${ids} stops ${actor}`,
  delivers: (actor: string) => `a message to ${actor} arrives later`,
  refused: (id: string) => refused(id, 'refused'),
  userCase: kept((type, name) => `case ${type}: ${name}`),
  outcome: kept((actor, name) => `outcome ${actor}: ${name}`),
};

export function goalsOf(trace: StepTrace, event?: ModelEvent): string[] {
  const goals: string[] = [];
  for (const { id, leaves } of trace.taken) {
    goals.push(goal.transition(id));
    for (const leaf of leaves) goals.push(goal.transitionIn(id, leaf));
  }
  if (trace.taken.length > 0) {
    const ids = trace.taken.map(({ id }) => id).join(', ');
    goals.push(
      ...trace.changed.map((key) => goal.changes(ids, key)),
      ...trace.cancelled.map((timer) => goal.cancels(ids, timer)),
      ...trace.stopped.map((actor) => goal.ends(ids, actor)),
    );
  } else {
    goals.push(...trace.effects.flatMap(({ kind, name }) => (kind === 'send' ? goal.delivers(name) : [])));
  }
  goals.push(...trace.together, ...trace.beside, ...trace.returns);
  goals.push(...trace.refused.map(goal.refused));
  if (event?.type === 'user') {
    goals.push(goal.userCase(event.event.type, event.name));
  } else if (event?.type === 'actor') {
    goals.push(goal.outcome(event.actor, event.name));
  }
  return goals;
}

export function goalsOfEdge(edge: ModelEdge): readonly string[] {
  edge.goals ??= goalsOf(edge.state.trace, edge.event);
  return edge.goals;
}

/** Reachable or not. */
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

const goalsByGraph = new WeakMap<ModelGraph, ReadonlySet<string>>();

/** In order of discovery. */
export function reachableGoals(graph: ModelGraph): ReadonlySet<string> {
  const known = goalsByGraph.get(graph) ?? collectGoals(graph);
  goalsByGraph.set(graph, known);
  return known;
}

function collectGoals(graph: ModelGraph): Set<string> {
  const goals = new Set(graph.starts.flatMap(({ state }) => goalsOf(state.trace)));
  const besides = new Set<string>();
  for (const node of graph.nodes) {
    for (const edge of node.edges) {
      for (const met of goalsOfEdge(edge)) goals.add(met);
      for (const met of edge.state.trace.beside) besides.add(met);
    }
  }
  if (besides.size > besideLimit) for (const one of besides) goals.delete(one);
  return goals;
}

const besideLimit = 100;

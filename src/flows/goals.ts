import type { Flow } from './flow.ts';
import type { ModelEdge, ModelGraph } from './graph.ts';
import type { ModelEvent, StepTrace } from './timed-model.ts';
import type { ChartTransition } from './transitions.ts';

/**
 * Paths must take every transition (from each leaf of its source, with each part of the context that it can
 * change), be in every pair of states of different regions, see every guard pass and fail, and every case and
 * outcome.
 */
export const goal = {
  transition: (id: string) => id,
  transitionIn: (id: string, leaf: string) => `${id} in ${leaf}`,
  changes: (ids: readonly string[], key: string) => `${ids.join(', ')} changes ${key}`,
  cancels: (ids: readonly string[], timer: string) => `${ids.join(', ')} cancels ${timer}`,
  ends: (ids: readonly string[], actor: string) => `${ids.join(', ')} stops ${actor}`,
  delivers: (actor: string) => `a message to ${actor} arrives later`,
  refused: (id: string) => `${id} refused`,
  userCase: (type: string, name: string) => `case ${type}: ${name}`,
  outcome: (actor: string, name: string) => `outcome ${actor}: ${name}`,
};

export function goalsOf(trace: StepTrace, event?: ModelEvent): string[] {
  const goals: string[] = [];
  for (const { id, leaves } of trace.taken) {
    goals.push(goal.transition(id));
    for (const leaf of leaves) goals.push(inLeaf(id, leaf));
  }
  if (trace.taken.length > 0) {
    const ids = trace.taken.map(({ id }) => id);
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

const inLeaves = new Map<string, Map<string, string>>();

function inLeaf(id: string, leaf: string): string {
  const ofId = inLeaves.get(id) ?? new Map<string, string>();
  inLeaves.set(id, ofId);
  const known = ofId.get(leaf) ?? goal.transitionIn(id, leaf);
  ofId.set(leaf, known);
  return known;
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

import type { Flow } from './flow.ts';
import { declaredGoals, goal, reachableGoals } from './goals.ts';
import { sendIllegalEvents } from './illegal-events.ts';
import { invariantProblems } from './invariants.ts';
import { exploreModel, type ModelGraph } from './model-graph.ts';
import { type ReplayDifference, replay } from './replay.ts';
import { type ModelPath, tours } from './tour.ts';
import { allStates, type ChartTransition } from './transitions.ts';

/** The maximum length of a script for a person. */
export const scriptLength = 12;

export interface FlowAnalysis {
  flow: Flow;
  graph: ModelGraph;
  transitions: readonly ChartTransition[];
  /** Few long paths, for computers. */
  tours: readonly ModelPath[];
  /** Many short paths with the same goals, for people. */
  scripts: readonly ModelPath[];
  /** Problems of the flow; empty if there are none. */
  problems: readonly string[];
  counts: FlowCounts;
}

export interface FlowCounts {
  states: number;
  transitions: number;
  transitionsTaken: number;
  guards: number;
  guardsBothWays: number;
  outcomes: number;
  outcomesSeen: number;
  modelStates: number;
  /** Events sent in states that ignore them, over all model states. */
  illegalEvents: number;
  /** Pairs of consecutive transitions; only for tours over pairs. */
  pairs?: number;
  paths: number;
  steps: number;
}

export function describeDifference(path: string, difference: ReplayDifference): string {
  const { step, event, aspect, expected, actual } = difference;
  return `${path}, step ${step} (${event}): the ${aspect} should be ${expected || 'none'} but is ${actual || 'none'}`;
}

/** Explores a flow, generates and replays its paths, and reports what is missing or differs. */
export function analyseFlow(flow: Flow, stateLimit?: number): FlowAnalysis {
  const graph = exploreModel(flow, stateLimit);
  const { transitions } = graph.model;
  const reached = reachableGoals(graph);
  const excluded = new Set(flow.exclude?.map(({ transition }) => transition));
  const declared = declaredGoals(flow, transitions);
  const missing = declared.filter((wanted) => !reached.has(wanted) && !excluded.has(wanted));
  const allTours = tours(graph);
  const scripts = tours(graph, scriptLength);
  const illegal = sendIllegalEvents(graph);
  const problems = [
    ...missing.map((wanted) => `unreachable: ${wanted}`),
    ...[...excluded].filter((id) => reached.has(id)).map((id) => `excluded but reachable: ${id}`),
    ...[...excluded].filter((id) => !declared.includes(id)).map((id) => `excluded but unknown: ${id}`),
    ...(graph.complete ? [] : [`more than ${graph.nodes.length} model states: not all were explored`]),
    ...illegal.problems,
    ...invariantProblems(graph),
    ...allTours.flatMap((path, index) =>
      replay(path, flow.machine).map((difference) =>
        describeDifference(`replay of tour ${index + 1}`, difference),
      ),
    ),
    ...scripts.flatMap((path, index) =>
      replay(path, flow.machine).map((difference) =>
        describeDifference(`replay of script ${index + 1}`, difference),
      ),
    ),
  ];
  const guarded = transitions.filter(({ guard }) => guard !== undefined);
  const outcomes = Object.entries(flow.outcomes).flatMap(([actor, list]) =>
    list.map(({ name }) => goal.outcome(actor, name)),
  );
  return {
    flow,
    graph,
    transitions,
    tours: allTours,
    scripts,
    problems,
    counts: {
      states: allStates(flow.machine).length - 1,
      transitions: transitions.length,
      transitionsTaken: transitions.filter(({ id }) => reached.has(id)).length,
      guards: guarded.length,
      guardsBothWays: guarded.filter(({ id }) => reached.has(id) && reached.has(goal.refused(id))).length,
      outcomes: outcomes.length,
      outcomesSeen: outcomes.filter((outcome) => reached.has(outcome)).length,
      modelStates: graph.nodes.length,
      illegalEvents: illegal.sent,
      paths: allTours.length,
      steps: allTours.reduce((sum, { edges }) => sum + edges.length, 0),
    },
  };
}

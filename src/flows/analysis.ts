import type { AnyStateNode } from 'xstate';
import { mainPlaces, storyOf } from './chart/main-way.ts';
import { failureProblems, startProblems } from './failures.ts';
import type { Flow } from './flow.ts';
import { readyToFreeze } from './frozen.ts';
import { type GoalScript, goalScripts } from './goal-scripts.ts';
import { declaredGoals, goal, reachableGoals } from './goals.ts';
import type { ModelGraph } from './graph.ts';
import { sendIllegalEvents } from './illegal-events.ts';
import { invariantProblems } from './invariants.ts';
import { exploreModel } from './model-graph.ts';
import { type ReplayDifference, replay } from './replay.ts';
import { tours as allTours, type ModelPath } from './tour.ts';
import { allStates, allTransitions, type ChartTransition, stateId } from './transitions.ts';

export interface FlowPaths {
  flow: Flow;
  graph: ModelGraph;
  transitions: readonly ChartTransition[];
  tours: readonly ModelPath[];
  scripts: readonly GoalScript[];
}

export interface FlowAnalysis extends FlowPaths {
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
  /** Met, and of these explored. */
  modelStates: number;
  explored: number;
  illegalEvents: number;
  paths: number;
  steps: number;
}

export function describeDifference(path: string, difference: ReplayDifference): string {
  const { step, event, aspect, expected, actual } = difference;
  return `${path}, step ${step} (${event}): the ${aspect} should be ${expected || 'none'} but is ${actual || 'none'}`;
}

function replayed(flow: Flow, tours: readonly ModelPath[], scripts: readonly ModelPath[]): string[] {
  const shown = new Set(tours.flatMap(({ edges }) => edges));
  const words = (name: string) => (path: ModelPath, index: number) =>
    replay(path, flow.machine).map((difference) =>
      describeDifference(`replay of ${name} ${index + 1}`, difference),
    );
  const longestFirst = [...scripts.entries()].toSorted(
    ([, one], [, two]) => two.edges.length - one.edges.length,
  );
  return [
    ...tours.flatMap(words('tour')),
    ...longestFirst.flatMap(([index, path]) => {
      if (path.edges.every((edge) => shown.has(edge))) return [];
      for (const edge of path.edges) shown.add(edge);
      return words('script')(path, index);
    }),
  ];
}

function deadStates({ model: { flow }, starts, nodes }: ModelGraph): string[] {
  const met = new Set<string>();
  for (const { leaves } of new Set(nodes.map(({ state }) => state.place)))
    for (const leaf of leaves) met.add(stateId(leaf));
  // A state with eventless transitions may never be active at rest.
  for (const { edges } of [{ edges: starts }, ...nodes]) {
    for (const { state } of edges) {
      for (const { leaves } of state.trace.taken) for (const leaf of leaves) met.add(leaf);
    }
  }
  const excluded = new Set(flow.exclude?.map(({ transition }) => transition));
  const transitions = allTransitions(flow.machine);
  const isExcluded = (node: AnyStateNode) => {
    const own = transitions.filter(({ source }) => source === node);
    return own.length > 0 && own.every(({ id }) => excluded.has(id));
  };
  return allStates(flow.machine)
    .filter(({ type }) => type === 'atomic' || type === 'final')
    .filter((node) => !isExcluded(node))
    .map(stateId)
    .filter((id) => !met.has(id));
}

/** What its main way should be, the machine must be able to walk: the smoke script does. */
function storyProblems(flow: Flow, scripts: readonly GoalScript[]): string[] {
  if (!flow.story) return [];
  const unknown = storyOf(flow).flatMap(({ path, node }) =>
    node ? [] : `the story names a state that does not exist: ${path}`,
  );
  if (unknown.length > 0) return unknown;
  const smoke = scripts.find(({ isSmoke }) => isSmoke)?.path;
  const steps = smoke ? [smoke.start, ...smoke.edges] : [];
  const taken = new Set(steps.flatMap(({ state }) => state.trace.taken.map(({ id }) => id)));
  return mainPlaces(flow).flatMap(({ node, by, from }) => {
    if (!from) return [];
    const step = `from ${stateId(from)} to ${stateId(node)}`;
    if (!by) return `the story leads ${step}, which no transition does`;
    return taken.has(by.id) ? [] : `the story leads ${step}, where the machine does not go next`;
  });
}

/** Cases that were only inferred, of events that are never sent from outside: raised ones, and those whose transitions are missing themselves. */
function needlessCases(
  flow: Flow,
  transitions: readonly ChartTransition[],
  reached: ReadonlySet<string>,
): string[] {
  if (!flow.isInferred) return [];
  const types = new Set(transitions.map(({ trigger }) => (trigger.kind === 'event' ? trigger.type : '')));
  return Object.entries(flow.events).flatMap(([type, cases]) => {
    const goals = cases === 'sentByActor' ? [] : cases.map(({ name }) => goal.userCase(type, name));
    return types.has(type) && goals.every((one) => !reached.has(one)) ? goals : [];
  });
}

/** Explores a flow and generates its paths, without a look for problems. */
export function flowPaths(flow: Flow, stateLimit?: number): FlowPaths {
  return readyToFreeze(() => {
    const graph = exploreModel(flow, stateLimit);
    const { transitions } = graph.model;
    return {
      flow,
      graph,
      transitions,
      tours: allTours(graph),
      scripts: goalScripts(flow, graph, transitions),
    };
  });
}

/** Explores a flow, generates and replays its paths, and reports what is missing or differs. */
export function analyseFlow(flow: Flow, stateLimit?: number): FlowAnalysis {
  return readyToFreeze(() => analyse(flow, stateLimit));
}

function analyse(flow: Flow, stateLimit: number | undefined): FlowAnalysis {
  const paths = flowPaths(flow, stateLimit);
  const { graph, transitions, tours, scripts } = paths;
  const reached = reachableGoals(graph);
  const excluded = new Set(flow.exclude?.map(({ transition }) => transition));
  const declared = declaredGoals(flow, transitions);
  const needless = new Set(needlessCases(flow, transitions, reached));
  const missing = declared.filter(
    (wanted) => !reached.has(wanted) && !excluded.has(wanted) && !needless.has(wanted),
  );
  const illegal = sendIllegalEvents(graph);
  // A machine that cannot start reaches nothing, which need not be said of each part.
  const starts = graph.starts.some(({ state }) => state.failure === undefined);
  const problems = !starts
    ? startProblems(graph)
    : [
        ...failureProblems(graph),
        ...missing.map((wanted) => `unreachable: ${wanted}`),
        ...deadStates(graph).map((id) => `the state is never active: ${id}`),
        ...[...excluded].filter((id) => reached.has(id)).map((id) => `excluded but reachable: ${id}`),
        ...[...excluded].filter((id) => !declared.includes(id)).map((id) => `excluded but unknown: ${id}`),
        ...(graph.complete || flow.limit
          ? []
          : [
              `more than ${graph.expanded} model states: not all were explored; give an abstraction, or a limit with a reason`,
            ]),
        ...storyProblems(flow, scripts),
        ...illegal.problems,
        ...invariantProblems(graph),
        ...replayed(
          flow,
          tours,
          scripts.map(({ path }) => path),
        ),
      ];
  const guarded = transitions.filter(({ guard }) => guard !== undefined);
  const outcomes = Object.entries(flow.outcomes).flatMap(([actor, list]) =>
    list.map(({ name }) => goal.outcome(actor, name)),
  );
  return {
    ...paths,
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
      explored: graph.expanded,
      illegalEvents: illegal.sent,
      paths: tours.length,
      steps: tours.reduce((sum, { edges }) => sum + edges.length, 0),
    },
  };
}

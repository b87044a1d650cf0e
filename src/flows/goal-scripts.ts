import type { AnyStateNode } from 'xstate';
import { mainPlaces } from './chart/main-way.ts';
import { digest } from './digest.ts';
import { pathTitles } from './export/path-titles.ts';
import type { Flow } from './flow.ts';
import { declaredGoals, goalsOf, goalsOfEdge, reachableGoals } from './goals.ts';
import type { ModelEdge, ModelGraph, ModelNode, ModelStart } from './graph.ts';
import { activeNodes } from './selection.ts';
import type { ModelState } from './timed-model.ts';
import { type ModelPath, retold } from './tour.ts';
import type { ChartTransition } from './transitions.ts';
import { edgesOf, pathTo, shortestWays, type Way } from './ways.ts';

export interface GoalScript {
  /** Made of the goal, so that it stays when other scripts come and go. */
  id: string;
  goals: readonly string[];
  /** What it does that no other script of the flow does: the same in every selection of scripts. */
  title: string;
  path: ModelPath;
  /** Negative: something fails, is refused, or rightly changes nothing. */
  kind: 'positive' | 'negative';
  /** 1: something that the flow is for is achieved; 2: other steps, failures and waits; 3: what changes nothing. */
  priority: 1 | 2 | 3;
  /** The flow's main way: the one script to run when there is time for one. */
  isSmoke: boolean;
}

const isFailure = ({ event }: ModelEdge) => event.type === 'actor' && event.outcome.type === 'error';

/** The work of an actor is done. */
const isAchievement = ({ event }: ModelEdge) => event.type === 'actor' && event.outcome.type === 'done';

const changesNothing = ({ state }: ModelEdge) => state.trace.taken.length === 0;

function judged(edges: readonly ModelEdge[]): Pick<GoalScript, 'kind' | 'priority'> {
  const last = edges.at(-1);
  if (last === undefined) return { kind: 'positive', priority: 2 };
  if (changesNothing(last)) return { kind: 'negative', priority: 3 };
  if (isFailure(last)) return { kind: 'negative', priority: 2 };
  const isUndisturbed = !edges.some((edge) => isFailure(edge) || edge.event.type === 'wait');
  return { kind: 'positive', priority: isUndisturbed && isAchievement(last) ? 1 : 2 };
}

/** Without places in lists and without targets: who adds or redirects another transition renames nothing. */
const lasting = (met: string) => met.replace(/#\d+/g, '').replace(/--> .*?(?= refused$|$)/, '-->');

function idsOf(flow: Flow, scripts: readonly Pick<GoalScript, 'goals'>[]): string[] {
  const taken = new Set<string>();
  return scripts.map(({ goals }) => {
    const [first = ''] = goals;
    for (const text of [lasting(first), first]) {
      const id = `${flow.name}-${digest(text).replace('.', '').slice(0, 5)}`;
      if (!taken.has(id)) {
        taken.add(id);
        return id;
      }
    }
    return `${flow.name}-${digest(goals.join()).replace('.', '')}`;
  });
}

/** In the fewest steps. A goal that the last step of another script meets has no script. */
export function goalScripts(
  flow: Flow,
  graph: ModelGraph,
  transitions: readonly ChartTransition[],
): GoalScript[] {
  const ways = shortestWays(graph);
  const reached = reachableGoals(graph);
  const open = new Set(declaredGoals(flow, transitions).filter((goal) => reached.has(goal)));
  const scripts: Pick<GoalScript, 'goals' | 'path'>[] = [];
  for (const start of graph.starts) {
    const goals = goalsOf(start.state.trace).filter((met) => open.delete(met));
    if (goals.length > 0) scripts.push({ goals, path: { start, edges: [] } });
  }
  // Paths are sorted by length.
  const walk = (isEnough: (edge: ModelEdge) => boolean) => {
    for (const [node, way] of ways) {
      if (open.size === 0) return;
      for (const edge of node.edges) {
        const goals = isEnough(edge) ? goalsOfEdge(edge).filter((met) => open.delete(met)) : [];
        if (goals.length === 0) continue;
        const path = pathTo(graph, node, way);
        if (path) scripts.push({ goals, path: { ...path, edges: [...path.edges, edge] } });
      }
    }
  };
  walk((edge) => !changesNothing(edge));
  walk(() => true);
  const main = withMainPath(scripts, mainPath(flow, graph));
  const ids = idsOf(flow, scripts);
  const all = scripts.map(({ goals, path }, index) => ({
    id: ids[index] ?? flow.name,
    goals,
    path: retold(graph, path),
    ...judged(path.edges),
  }));
  const smoke = all[main];
  const titles = pathTitles(all.map(({ path }) => path));
  return all.map((script, index) => ({
    ...script,
    title: titles[index] ?? script.id,
    ...(script === smoke ? { priority: 1 } : {}),
    isSmoke: script === smoke,
  }));
}

/**
 * A script whose goals the main way meets at its end walks the main way instead.
 * @returns the place of the main way among the scripts
 */
function withMainPath(scripts: Pick<GoalScript, 'goals' | 'path'>[], path: ModelPath | undefined): number {
  const last = path?.edges.at(-1);
  if (!path || !last) return scripts.findIndex(({ path: { edges } }) => edges.length > 0);
  const isSame = ({ edges }: ModelPath) =>
    edges.length === path.edges.length && edges.every((edge, index) => edge === path.edges[index]);
  const met = goalsOfEdge(last);
  const same = scripts.findIndex((one) => isSame(one.path));
  const at = same < 0 ? scripts.findIndex(({ goals }) => goals.every((one) => met.includes(one))) : same;
  const goals = scripts[at]?.goals ?? ['the main way'];
  scripts.splice(at < 0 ? scripts.length : at, 1, { goals, path });
  return at < 0 ? scripts.length - 1 : at;
}

/** A model runs a copy of the machine. */
const isIn = (machine: ModelState['machine'], { id }: AnyStateNode) =>
  activeNodes(machine).some((node) => node.id === id);

interface Walked {
  way: Way;
  node: ModelNode;
  start: ModelStart;
  /** Places of the main way. */
  passed: number;
}

/** As far as the machine can walk the chart's main way, with the fewest failures and steps beside it. */
function mainPath(flow: Flow, { starts, nodes, edgesFrom }: ModelGraph): ModelPath | undefined {
  const places = mainPlaces(flow);
  const after = (passed: number, { machine, trace }: ModelState): number => {
    const taken = trace.taken.map(({ id }) => id);
    let at = passed;
    for (let place = places[at]; place; place = places[at]) {
      const index = taken.indexOf(place.by?.id ?? '');
      if (place.by ? index < 0 : !isIn(machine, place.node)) break;
      taken.splice(0, index + 1);
      at += 1;
    }
    return at;
  };
  const byCost: Walked[][] = [
    starts.map((start) => ({
      way: { edge: undefined, from: undefined },
      node: start.node,
      start,
      passed: after(1, start.state),
    })),
  ];
  const seen = new Map<ModelNode, Set<number>>();
  let furthest: Walked | undefined;
  // What is added to a list while it is walked is walked, too.
  for (let cost = 0; cost < byCost.length; cost += 1) {
    for (const here of byCost[cost] ?? []) {
      const known = seen.get(here.node) ?? new Set();
      if (known.has(here.passed)) continue;
      seen.set(here.node, known.add(here.passed));
      if (!furthest || here.passed > furthest.passed) furthest = here;
      if (here.passed === places.length) return { start: here.start, edges: edgesOf(here.way) };
      // Where a state was only met, the way goes on as the machine does.
      for (const edge of seen.size < nodes.length ? edgesFrom(here.node) : here.node.edges) {
        const passed = after(here.passed, edge.state);
        const price = cost + (passed > here.passed ? 0 : 1) + (isFailure(edge) ? 20 : 0);
        const next = { way: { edge, from: here.way }, node: edge.to, start: here.start, passed };
        if (passed === places.length && price === cost)
          return { start: next.start, edges: edgesOf(next.way) };
        byCost[price] ??= [];
        byCost[price].push(next);
      }
    }
  }
  return furthest && { start: furthest.start, edges: edgesOf(furthest.way) };
}

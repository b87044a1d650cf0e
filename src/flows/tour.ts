import { declaredGoals, goalsOf, goalsOfEdge, reachableGoals } from './goals.ts';
import type { ModelEdge, ModelGraph, ModelNode, ModelStart } from './graph.ts';
import { present } from './present.ts';

export interface ModelPath {
  start: ModelStart;
  edges: readonly ModelEdge[];
}

/**
 * What happens on just this path. The states of a graph stand for all that behave alike, and were reached at another time
 * and with other chance.
 */
export function retold({ model }: ModelGraph, path: ModelPath): ModelPath {
  if (model.asked.size === 0) return path;
  const state = model.start(path.start.input);
  let before = state;
  return {
    start: { ...path.start, state },
    edges: path.edges.map(({ from, to, event }) => {
      before = model.next(before, event);
      return { from, to, event, state: before };
    }),
  };
}

function nearest(
  edgesFrom: ModelGraph['edgesFrom'],
  from: ModelNode,
  isWanted: (edge: ModelEdge) => boolean,
  gain: (edge: ModelEdge) => number,
): ModelEdge[] | undefined {
  const reachedBy = new Map<ModelNode, ModelEdge | undefined>([[from, undefined]]);
  let layer = [from];
  for (let steps = 1; layer.length > 0; steps += 1) {
    const nextLayer: ModelNode[] = [];
    let best: ModelEdge | undefined;
    let highest = -1;
    for (const node of layer) {
      // What an abstraction leaves out is soon over, or would be far from what is explored.
      for (const edge of steps <= 2 ? edgesFrom(node) : node.edges) {
        if (isWanted(edge)) {
          const gained = gain(edge);
          if (gained > highest) {
            best = edge;
            highest = gained;
          }
        }
        if (!reachedBy.has(edge.to)) {
          reachedBy.set(edge.to, edge);
          nextLayer.push(edge.to);
        }
      }
    }
    if (best) {
      const way = [best];
      for (let back = reachedBy.get(best.from); back; back = reachedBy.get(back.from)) {
        way.unshift(back);
      }
      return way;
    }
    layer = nextLayer;
  }
  return undefined;
}

/** Only time shows a cancellation. */
function silence(last: ModelEdge): ModelEdge[] {
  const waits: ModelEdge[] = [];
  if (last.state.trace.cancelled.length === 0) return waits;
  const seen = new Set<ModelNode>();
  for (let node = last.to; !seen.has(node); node = waits.at(-1)?.to ?? node) {
    seen.add(node);
    const wait = node.edges.find(({ event }) => event.type === 'wait');
    if (wait) waits.push(wait);
  }
  return waits;
}

/**
 * Greedy: the shortest way to a step that meets a new goal, else a new path. Together they meet every
 * reachable goal.
 */
export function tours(graph: ModelGraph, goals: Iterable<string> = reachableGoals(graph)): ModelPath[] {
  const open = new Set(goals);
  const closed = new Set<ModelEdge>();
  const isWanted = (edge: ModelEdge) => {
    if (closed.has(edge)) return false;
    const wanted = goalsOfEdge(edge).some((met) => open.has(met));
    if (!wanted) closed.add(edge);
    return wanted;
  };
  // Regions combine in so many ways that the order of the steps matters.
  const gain = ({ state: { trace } }: ModelEdge) =>
    [...trace.together, ...trace.beside].filter((met) => open.has(met)).length;
  const meet = (goals: readonly string[]) => {
    const before = open.size;
    for (const met of goals) {
      open.delete(met);
    }
    return open.size < before;
  };
  const paths: ModelPath[] = [];

  for (const start of graph.starts) {
    let isFirst = meet(goalsOf(start.state.trace));
    for (;;) {
      const edges: ModelEdge[] = [];
      let node = start.node;
      for (;;) {
        const way = open.size === 0 ? undefined : nearest(graph.edgesFrom, node, isWanted, gain);
        if (!way) {
          break;
        }
        for (const edge of [...way, ...silence(present(way.at(-1), 'step'))]) {
          meet(goalsOfEdge(edge));
          edges.push(edge);
        }
        node = present(edges.at(-1), 'step').to;
      }
      if (edges.length === 0) {
        if (isFirst) {
          paths.push({ start, edges });
        }
        break;
      }
      isFirst = false;
      paths.push({ start, edges });
    }
  }
  return paths.map((path) => retold(graph, path));
}

/** Shorter: every transition, guard outcome, case and actor outcome. */
export function declaredTours(graph: ModelGraph): ModelPath[] {
  const { flow, transitions } = graph.model;
  const reached = reachableGoals(graph);
  return tours(
    graph,
    declaredGoals(flow, transitions).filter((wanted) => reached.has(wanted)),
  );
}

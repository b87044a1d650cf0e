import type { ModelEdge, ModelGraph, ModelStart } from './model-graph.ts';
import type { StepTrace } from './timed-model.ts';
import type { ModelPath } from './tour.ts';

export interface PairTours {
  pairs: number;
  missed: readonly string[];
  paths: readonly ModelPath[];
}

function pairsOf({ taken }: StepTrace, before: StepTrace): string[] {
  const ids = taken.map(({ id }) => id);
  const [first, last] = [ids[0], before.taken.at(-1)?.id];
  return [
    ...(first !== undefined && last !== undefined ? [`${last} then ${first}`] : []),
    ...ids.slice(1).map((id, index) => `${ids[index]} then ${id}`),
  ];
}

interface Place {
  edge: ModelEdge | undefined;
  trace: StepTrace;
}

function nextEdges(start: ModelStart, { edge }: Place): readonly ModelEdge[] {
  return (edge?.to ?? start.node).edges;
}

const nothing: StepTrace = {
  taken: [],
  refused: [],
  judged: new Map(),
  effects: [],
  changed: [],
  cancelled: [],
  stopped: [],
  together: [],
  beside: [],
  returns: [],
};

function nearest(start: ModelStart, from: Place, open: ReadonlySet<string>): ModelEdge[] | undefined {
  const reachedBy = new Map<ModelEdge, ModelEdge | undefined>();
  let layer: Place[] = [from];
  while (layer.length > 0) {
    const next: Place[] = [];
    for (const place of layer) {
      for (const edge of nextEdges(start, place)) {
        if (pairsOf(edge.state.trace, place.trace).some((pair) => open.has(pair))) {
          const way = [edge];
          for (let back = place.edge; back && back !== from.edge; back = reachedBy.get(back)) {
            way.unshift(back);
          }
          return way;
        }
      }
      for (const edge of nextEdges(start, place)) {
        if (!reachedBy.has(edge) && edge !== from.edge) {
          reachedBy.set(edge, place.edge);
          next.push({ edge, trace: edge.state.trace });
        }
      }
    }
    layer = next;
  }
  return undefined;
}

function allPairs({ starts, nodes }: ModelGraph): Set<string> {
  const pairs = new Set<string>();
  const add = (trace: StepTrace, before: StepTrace) => {
    for (const pair of pairsOf(trace, before)) {
      pairs.add(pair);
    }
  };
  for (const { node, state } of starts) {
    add(state.trace, nothing);
    for (const edge of node.edges) {
      add(edge.state.trace, state.trace);
    }
  }
  for (const edge of nodes.flatMap((node) => node.edges)) {
    for (const following of edge.to.edges) {
      add(following.state.trace, edge.state.trace);
    }
  }
  return pairs;
}

/** Longer than tours over transitions; they find state that leaks from one transition to the next. */
export function pairTours(graph: ModelGraph): PairTours {
  const open = allPairs(graph);
  const pairs = open.size;
  const paths: ModelPath[] = [];
  const meet = (trace: StepTrace, before: StepTrace) => {
    for (const pair of pairsOf(trace, before)) {
      open.delete(pair);
    }
  };
  for (const start of graph.starts) {
    const isFirst = pairsOf(start.state.trace, nothing).some((pair) => open.has(pair));
    meet(start.state.trace, nothing);
    for (let path = 0; ; path += 1) {
      const edges: ModelEdge[] = [];
      let place: Place = { edge: undefined, trace: start.state.trace };
      for (let way = nearest(start, place, open); way; way = nearest(start, place, open)) {
        for (const edge of way) {
          meet(edge.state.trace, place.trace);
          edges.push(edge);
          place = { edge, trace: edge.state.trace };
        }
      }
      if (edges.length > 0 || (path === 0 && isFirst)) {
        paths.push({ start, edges });
      }
      if (edges.length === 0) {
        break;
      }
    }
  }
  return { pairs, missed: [...open], paths };
}

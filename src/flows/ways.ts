import type { ModelEdge, ModelGraph, ModelNode } from './graph.ts';
import type { ModelEvent } from './timed-model.ts';
import type { ModelPath } from './tour.ts';

export interface Way {
  edge: ModelEdge | undefined;
  from: Way | undefined;
}

const eventWords = (event: ModelEvent) =>
  event.type === 'wait' ? `wait ${event.milliseconds} ms` : event.key;

export function wayWords(way: Way): string {
  return (
    edgesOf(way)
      .map(({ event }) => eventWords(event))
      .join(', ') || 'the start'
  );
}

/** From the start on. */
export function edgesOf(way: Way): ModelEdge[] {
  const edges: ModelEdge[] = [];
  for (let at: Way | undefined = way; at?.edge; at = at.from) edges.unshift(at.edge);
  return edges;
}

/** Undefined if the way does not begin at a start. */
export function pathTo({ starts }: ModelGraph, node: ModelNode, way: Way): ModelPath | undefined {
  const edges = edgesOf(way);
  const first = edges[0]?.from ?? node;
  const start = starts.find((one) => one.node === first);
  return start && { start, edges };
}

/** Nearest first. */
export function shortestWays({ starts }: ModelGraph): Map<ModelNode, Way> {
  const ways = new Map<ModelNode, Way>(
    starts.map(({ node }) => [node, { edge: undefined, from: undefined }]),
  );
  // A map's iteration includes entries added meanwhile.
  for (const [node, from] of ways) {
    for (const edge of node.edges) {
      if (!ways.has(edge.to)) ways.set(edge.to, { edge, from });
    }
  }
  return ways;
}

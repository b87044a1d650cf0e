import { leafIds } from './export/step-words.ts';
import type { ModelEdge, ModelGraph, ModelNode, ModelStart } from './graph.ts';
import type { ModelEvent, ModelState } from './timed-model.ts';
import type { ModelPath } from './tour.ts';
import { edgesOf, shortestWays } from './ways.ts';

/** What a running flow did, in names of its chart. */
export interface ReportStep {
  /** The machine's id. */
  readonly flow: string;
  readonly actor: string;
  readonly event: string;
  /** Paths of leaves, without the machine's id; before and after. */
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly times: number;
}

export interface Followed {
  /** Up to where chart and report part, and the step by which they do. */
  path: ModelPath;
  parting?: {
    step: ReportStep;
    /** Counted from 1. */
    at: number;
    /** Where the chart leads instead. */
    expected: readonly (readonly string[])[];
  };
}

type Reached = Map<ModelNode, { start: ModelStart; edges: readonly ModelEdge[] }>;

const ids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

const keyOf = (leaves: readonly string[]) => leaves.toSorted().join(' ');

function leavesOf(state: ModelState): string[] {
  return leafIds(state).map((id) => id.slice(id.indexOf('.') + 1));
}

const changesNothing = ({ state }: ModelEdge) => state.trace.taken.length === 0;

function typeOf(event: ModelEvent): string {
  if (event.type === 'user') return event.event.type;
  if (event.type === 'wait') return 'xstate.after.';
  const { outcome } = event;
  return outcome.type === 'emits' ? outcome.event.type : `xstate.${outcome.type}.actor.${event.id}`;
}

function isCausedBy({ event, state }: ModelEdge, { event: type }: ReportStep): boolean {
  return event.type === 'wait'
    ? type.startsWith('xstate.after.') && state.trace.taken.length > 0
    : typeOf(event).replace(ids, '*') === type;
}

/** Time may pass without anything to see. */
function rested(reached: Reached): Reached {
  const all: Reached = new Map(reached);
  // A map's iteration includes entries added meanwhile.
  for (const [node, way] of all) {
    for (const edge of node.edges) {
      if (edge.event.type === 'wait' && changesNothing(edge) && !all.has(edge.to)) {
        all.set(edge.to, { start: way.start, edges: [...way.edges, edge] });
      }
    }
  }
  return all;
}

function beginning(graph: ModelGraph, step: ReportStep): Reached {
  if (step.event === 'xstate.init') {
    const starts = graph.starts.filter(({ state }) => keyOf(leavesOf(state)) === keyOf(step.to));
    return new Map(starts.map((start) => [start.node, { start, edges: [] }]));
  }
  const wanted = keyOf(step.from);
  return new Map(
    [...shortestWays(graph)].flatMap(([node, way]) => {
      if (keyOf(leavesOf(node.state)) !== wanted) return [];
      const edges = edgesOf(way);
      const first = edges[0]?.from ?? node;
      const start = graph.starts.find((one) => one.node === first);
      return start ? [[node, { start, edges }] as const] : [];
    }),
  );
}

function after(reached: Reached, step: ReportStep): { next: Reached; others: Reached } {
  const next: Reached = new Map();
  const others: Reached = new Map();
  for (const [node, { start, edges }] of rested(reached)) {
    for (const edge of node.edges) {
      if (!isCausedBy(edge, step)) continue;
      const isReported = keyOf(leavesOf(edge.state)) === keyOf(step.to);
      const known = isReported ? next : others;
      if (!known.has(edge.to)) known.set(edge.to, { start, edges: [...edges, edge] });
    }
  }
  return { next, others };
}

function shortest(reached: Reached): ModelPath | undefined {
  return [...reached.values()].toSorted((one, two) => one.edges.length - two.edges.length)[0];
}

/**
 * Follows the steps of one running flow on its chart, in every way that they allow: a report has no
 * contents of events, so each declared case counts. @returns undefined if its first state is unknown
 */
export function followReport(graph: ModelGraph, steps: readonly ReportStep[]): Followed | undefined {
  const lived = steps.filter(({ event }) => event !== 'xstate.stop');
  const [first] = lived;
  let reached = first ? beginning(graph, first) : undefined;
  if (!reached || reached.size === 0) return undefined;
  for (const [index, step] of lived.entries()) {
    if (step.event === 'xstate.init') {
      reached = index === 0 ? reached : beginning(graph, step);
      continue;
    }
    for (let time = 0; time < Math.min(step.times, 20); time += 1) {
      const { next, others } = after(reached, step);
      if (next.size > 0) {
        reached = next;
        continue;
      }
      const stayed = keyOf(step.from) === keyOf(step.to);
      if (stayed && others.size === 0) break;
      const expected = [...others.keys()].map(({ state }) => leavesOf(state));
      const distinct = [...new Map(expected.map((leaves) => [keyOf(leaves), leaves])).values()];
      const path = shortest(others) ?? shortest(reached);
      return path && { path, parting: { step, at: index + 1, expected: distinct } };
    }
  }
  const path = shortest(reached);
  return path && { path };
}

/** The steps of each running flow, in order. */
export function stepsByActor(steps: readonly ReportStep[]): ReportStep[][] {
  const actors = new Map<string, ReportStep[]>();
  for (const step of steps) {
    const key = `${step.flow} ${step.actor}`;
    actors.set(key, [...(actors.get(key) ?? []), step]);
  }
  return [...actors.values()];
}

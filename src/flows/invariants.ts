import type { AnyMachineSnapshot } from 'xstate';
import type { FlowInvariant, FlowMoment } from './flow.ts';
import type { ModelEdge, ModelGraph, ModelNode } from './model-graph.ts';
import { activeNodes } from './selection.ts';
import { stableJson } from './stable-json.ts';
import type { ModelEvent, ModelState } from './timed-model.ts';

function causeOf(event: ModelEvent | undefined): string | null {
  switch (event?.type) {
    case 'user':
      return event.event.type;
    case 'actor':
      return `${event.actor}: ${event.name}`;
    default:
      return null;
  }
}

function momentOf(state: ModelState, event?: ModelEvent): FlowMoment {
  const machine: AnyMachineSnapshot = state.machine;
  const active = new Set(activeNodes(machine).map(({ path }) => path.join('.')));
  const { effects } = state.trace;
  return {
    isIn: (path) => active.has(path),
    value: machine.value,
    context: machine.context,
    running: state.running.map(({ actor }) => actor),
    started: effects.filter(({ kind }) => kind === 'start').map(({ name }) => name),
    actions: effects.filter(({ kind }) => kind === 'action').map(({ name }) => name),
    cause: causeOf(event),
    waited: event?.type === 'wait' ? event.milliseconds : 0,
  };
}

/** A path to a violation, found by breadth-first search, so the first one is the shortest. */
interface Visit {
  node: ModelNode;
  memory: unknown;
  edge: ModelEdge | undefined;
  from: Visit | undefined;
}

function wayTo(visit: Visit): string {
  const events: string[] = [];
  for (let at: Visit | undefined = visit; at?.edge; at = at.from) {
    events.unshift(
      at.edge.event.type === 'wait' ? `wait ${at.edge.event.milliseconds} ms` : at.edge.event.key,
    );
  }
  return events.join(', ') || 'the start';
}

/** With more pairs of state and memory, a rule remembers too much. */
const visitLimit = 100_000;

function breachOf(
  rule: FlowInvariant,
  graph: ModelGraph,
  moments: Map<ModelState, FlowMoment>,
): string | undefined {
  const { memory: remembered } = rule;
  const seen = new Set<string>();
  let layer: Visit[] = [];
  const momentAt = (state: ModelState, event?: ModelEvent) => {
    const moment = moments.get(state) ?? momentOf(state, event);
    moments.set(state, moment);
    return moment;
  };
  const visit = (moment: FlowMoment, next: Visit): Visit | undefined => {
    if (!rule.holds(moment, next.memory)) {
      return next;
    }
    const key = remembered ? `${next.node.index} ${stableJson(next.memory)}` : String(next.node.index);
    if (!seen.has(key)) {
      seen.add(key);
      layer.push(next);
    }
    return undefined;
  };
  const say = (breach: Visit) => `the rule "${rule.name}" is broken after: ${wayTo(breach)}`;

  for (const { node, state } of graph.starts) {
    const moment = momentAt(state);
    const memory = remembered?.after(remembered.start, moment);
    const breach = visit(moment, { node, memory, edge: undefined, from: undefined });
    if (breach) {
      return say(breach);
    }
  }
  while (layer.length > 0) {
    const current = layer;
    layer = [];
    for (const from of current) {
      for (const edge of from.node.edges) {
        const moment = momentAt(edge.state, edge.event);
        const memory = remembered?.after(from.memory, moment);
        const breach = visit(moment, { node: edge.to, memory, edge, from });
        if (breach) {
          return say(breach);
        }
      }
    }
    if (seen.size > visitLimit) {
      return `the rule "${rule.name}" remembers too much: more than ${visitLimit} combinations`;
    }
  }
  return undefined;
}

/**
 * Checks a flow's rules after every step of its model, for every history.
 * @returns one line for each violated rule, with the shortest path to it
 */
export function invariantProblems(graph: ModelGraph): string[] {
  const moments = new Map<ModelState, FlowMoment>();
  return (graph.model.flow.invariants ?? []).flatMap((rule) => breachOf(rule, graph, moments) ?? []);
}

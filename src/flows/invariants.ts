import type { AnyMachineSnapshot, AnyStateNode } from 'xstate';
import type { FlowInvariant, FlowMoment } from './flow.ts';
import type { ModelGraph, ModelNode } from './graph.ts';
import { activeNodes } from './selection.ts';
import { stableJson } from './stable-json.ts';
import type { ModelEvent, ModelState } from './timed-model.ts';
import { type Way, wayWords } from './ways.ts';

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

const paths = new WeakMap<readonly AnyStateNode[], ReadonlySet<string>>();

function activePaths(nodes: readonly AnyStateNode[]): ReadonlySet<string> {
  const known = paths.get(nodes) ?? new Set(nodes.map(({ path }) => path.join('.')));
  paths.set(nodes, known);
  return known;
}

function momentOf(state: ModelState, event?: ModelEvent): FlowMoment {
  const machine: AnyMachineSnapshot = state.machine;
  const active = activePaths(activeNodes(machine));
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

interface Visit extends Way {
  node: ModelNode;
  memory: unknown;
  from: Visit | undefined;
}

const visitLimit = 100_000;

const memoryText = (memory: unknown) => (typeof memory === 'object' ? stableJson(memory) : String(memory));

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
    const key = remembered ? `${next.node.index} ${memoryText(next.memory)}` : String(next.node.index);
    if (!seen.has(key)) {
      seen.add(key);
      layer.push(next);
    }
    return undefined;
  };
  // Most rules have no memory, so each step needs checking only once.
  const isKept = ({ nodes, starts }: ModelGraph) =>
    starts.every(({ state }) => rule.holds(momentAt(state), undefined)) &&
    nodes.every(({ edges }) =>
      edges.every(({ state, event }) => rule.holds(momentAt(state, event), undefined)),
    );
  if (!remembered && isKept(graph)) {
    return undefined;
  }
  const say = (breach: Visit) => `the rule "${rule.name}" is broken after: ${wayWords(breach)}`;

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

/** For every history. @returns each violated rule, with the shortest path to it */
export function invariantProblems(graph: ModelGraph): string[] {
  const moments = new Map<ModelState, FlowMoment>();
  return (graph.model.flow.invariants ?? []).flatMap((rule) => breachOf(rule, graph, moments) ?? []);
}

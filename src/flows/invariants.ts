import type { AnyStateNode } from 'xstate';
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

type IsIn = FlowMoment['isIn'];

const knownPaths = new WeakMap<readonly AnyStateNode[], IsIn>();

function isInOf(nodes: readonly AnyStateNode[]): IsIn {
  const known = knownPaths.get(nodes);
  if (known) return known;
  const active = new Set(nodes.map(({ path }) => path.join('.')));
  const isIn: IsIn = (path) => active.has(path);
  knownPaths.set(nodes, isIn);
  return isIn;
}

/** Most rules read little of a step, so each part is made only when it is read. */
class Moment implements FlowMoment {
  readonly #state: ModelState;
  readonly #event: ModelEvent | undefined;

  constructor(state: ModelState, event?: ModelEvent) {
    this.#state = state;
    this.#event = event;
    this.isIn = isInOf(activeNodes(state.machine));
  }

  readonly isIn: IsIn;

  get value() {
    return this.#state.machine.value;
  }

  get context() {
    return this.#state.machine.context;
  }

  get running() {
    return this.#state.running.map(({ actor }) => actor);
  }

  get started() {
    return this.#named('start');
  }

  get actions() {
    return this.#named('action');
  }

  get cause() {
    return causeOf(this.#event);
  }

  get waited() {
    return this.#event?.type === 'wait' ? this.#event.milliseconds : 0;
  }

  #named(wanted: 'start' | 'action') {
    return this.#state.trace.effects.flatMap((one) => (one.kind === wanted ? [one.name] : []));
  }
}

interface Visit extends Way {
  node: ModelNode;
  memory: unknown;
  from: Visit | undefined;
}

const visitLimit = 100_000;

const memoryText = (memory: unknown) => (typeof memory === 'object' ? stableJson(memory) : String(memory));

/** A rule without a memory is true in each history if it is true in each step. */
function isAlwaysKept(rule: FlowInvariant, { nodes, starts }: ModelGraph): boolean {
  return (
    rule.memory === undefined &&
    starts.every(({ state }) => rule.holds(new Moment(state), undefined)) &&
    nodes.every(({ edges }) =>
      edges.every(({ state, event }) => rule.holds(new Moment(state, event), undefined)),
    )
  );
}

function breachOf(rule: FlowInvariant, graph: ModelGraph): string | undefined {
  if (isAlwaysKept(rule, graph)) return undefined;
  const { memory: remembered } = rule;
  const seen = new Set<string>();
  let layer: Visit[] = [];
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
  const say = (breach: Visit) => `the rule "${rule.name}" is broken after: ${wayWords(breach)}`;

  for (const { node, state } of graph.starts) {
    const moment = new Moment(state);
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
        const moment = new Moment(edge.state, edge.event);
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
  return (graph.model.flow.invariants ?? []).flatMap((rule) => breachOf(rule, graph) ?? []);
}

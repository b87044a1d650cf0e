import { freshText } from './canonical-text.ts';
import type { FlowInvariant, FlowMoment } from './flow.ts';
import type { ModelGraph, ModelNode } from './graph.ts';
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

/** Most rules read little of a step, so each part is made only when it is read. */
class Moment implements FlowMoment {
  readonly #state: ModelState;
  readonly #event: ModelEvent | undefined;

  constructor(state: ModelState, event?: ModelEvent) {
    this.#state = state;
    this.#event = event;
  }

  get isIn() {
    return this.#state.place.isIn;
  }

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
    const names: string[] = [];
    for (const { kind, name } of this.#state.trace.effects) if (kind === wanted) names.push(name);
    return names;
  }
}

interface Visit extends Way {
  node: ModelNode;
  memory: unknown;
  from: Visit | undefined;
}

const visitLimit = 100_000;

/** A rule without a memory is true in each history if it is true in each step. */
function brokenSomewhere(rules: readonly FlowInvariant[], { nodes, starts }: ModelGraph): Set<FlowInvariant> {
  const broken = new Set<FlowInvariant>();
  const judge = (moment: FlowMoment) => {
    for (const rule of rules) if (!rule.holds(moment, undefined)) broken.add(rule);
  };
  for (const { state } of starts) judge(new Moment(state));
  for (const { edges } of nodes) for (const { state, event } of edges) judge(new Moment(state, event));
  return broken;
}

function breachOf(rule: FlowInvariant, graph: ModelGraph): string | undefined {
  const { memory: remembered } = rule;
  const seen = new Set<string>();
  let layer: Visit[] = [];
  const visit = (moment: FlowMoment, next: Visit): Visit | undefined => {
    if (!rule.holds(moment, next.memory)) {
      return next;
    }
    const key = remembered ? `${next.node.index} ${freshText(next.memory)}` : String(next.node.index);
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
  const rules = graph.model.flow.invariants ?? [];
  const broken = brokenSomewhere(
    rules.filter(({ memory }) => memory === undefined),
    graph,
  );
  return rules
    .filter((rule) => rule.memory !== undefined || broken.has(rule))
    .flatMap((rule) => breachOf(rule, graph) ?? []);
}

import { freshText } from './canonical-text.ts';
import type { FlowInvariant, FlowMoment } from './flow.ts';
import type { ModelEdge, ModelGraph, ModelNode } from './graph.ts';
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

/** Most rules read little of a step, so each part is made only when it is read, once for all rules. */
class Moment implements FlowMoment {
  readonly #state: ModelState;
  readonly #event: ModelEvent | undefined;
  #running: readonly string[] | undefined;
  #started: readonly string[] | undefined;
  #actions: readonly string[] | undefined;

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
    this.#running ??= this.#state.running.map(({ actor }) => actor);
    return this.#running;
  }

  get started() {
    this.#started ??= this.#named('start');
    return this.#started;
  }

  get actions() {
    this.#actions ??= this.#named('action');
    return this.#actions;
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

type Moments = (edge: ModelEdge) => Moment;

const visitLimit = 100_000;

/** A rule without a memory is true in each history if it is true in each step. */
function brokenSomewhere(
  rules: readonly FlowInvariant[],
  { nodes, starts }: ModelGraph,
  momentOf: Moments,
): Set<FlowInvariant> {
  const broken = new Set<FlowInvariant>();
  const judge = (moment: FlowMoment) => {
    for (const rule of rules) if (!rule.holds(moment, undefined)) broken.add(rule);
  };
  for (const { state } of starts) judge(new Moment(state));
  for (const { edges } of nodes) for (const edge of edges) judge(momentOf(edge));
  return broken;
}

function breachOf(rule: FlowInvariant, graph: ModelGraph, momentOf: Moments): string | undefined {
  const { memory: remembered } = rule;
  const memories = new Map<string, number>();
  const seen = new Set<number>();
  let layer: Visit[] = [];
  const visit = (
    moment: FlowMoment,
    before: unknown,
    node: ModelNode,
    edge?: ModelEdge,
    from?: Visit,
  ): Visit | undefined => {
    const memory = remembered?.after(before, moment);
    if (!rule.holds(moment, memory)) return { node, memory, edge, from };
    const text = freshText(memory);
    const number = memories.get(text) ?? memories.size;
    memories.set(text, number);
    const key = number * graph.nodes.length + node.index;
    if (!seen.has(key)) {
      seen.add(key);
      layer.push({ node, memory, edge, from });
    }
    return undefined;
  };
  const say = (breach: Visit) => `the rule "${rule.name}" is broken after: ${wayWords(breach)}`;

  for (const { node, state } of graph.starts) {
    const breach = visit(new Moment(state), remembered?.start, node);
    if (breach) {
      return say(breach);
    }
  }
  while (layer.length > 0) {
    const current = layer;
    layer = [];
    for (const from of current) {
      for (const edge of from.node.edges) {
        const breach = visit(momentOf(edge), from.memory, edge.to, edge, from);
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
  const moments = new Map<ModelEdge, Moment>();
  const momentOf = (edge: ModelEdge) => {
    const moment = moments.get(edge) ?? new Moment(edge.state, edge.event);
    moments.set(edge, moment);
    return moment;
  };
  const broken = brokenSomewhere(
    rules.filter(({ memory }) => memory === undefined),
    graph,
    momentOf,
  );
  return rules
    .filter((rule) => rule.memory !== undefined || broken.has(rule))
    .flatMap((rule) => breachOf(rule, graph, momentOf) ?? []);
}

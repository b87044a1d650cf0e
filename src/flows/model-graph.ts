import { TestModel } from '@xstate/test';
import type { ActorLogic, Snapshot } from 'xstate';
import { briefText, forgetTexts } from './canonical-text.ts';
import { exploreByNovelty } from './explore-by-novelty.ts';
import type { Flow } from './flow.ts';
import type { ModelEdge, ModelGraph, ModelNode, ModelStart } from './graph.ts';
import { StateKeys } from './state-key.ts';
import { isCrowded, type ModelEvent, type ModelState, TimedModel } from './timed-model.ts';

/** Larger models are cut off, and unreachable parts are reported. */
export const stateLimit = 5000;

/** Of these, as many are explored in order; a model that has more is searched for what is new. */
const shareInOrder = 0.4;

class Nodes {
  readonly #byKey = new Map<string, ModelNode>();
  readonly #keys = new StateKeys();
  readonly #model: TimedModel;

  constructor(model: TimedModel) {
    this.#model = model;
  }

  /** @param from where the step to this state began, if it did */
  of(state: ModelState, from?: ModelNode): ModelNode {
    if (from && state.unchanged === from.state) return from;
    const readsTime = this.#model.asked.has('time');
    const key = this.#keys.of(state, readsTime);
    const met = this.#byKey.get(key);
    if (!met) {
      const node = { index: this.#byKey.size, state, context: { ...state.machine.context }, edges: [] };
      // Kept, to show later that they were changed in place; without the time, the key has done so.
      if (readsTime) Object.values(node.context).forEach(briefText);
      this.#byKey.set(key, node);
      return node;
    }
    // Many steps end in the same state, which is kept once.
    if (state.status === 'active' && this.#model.asked.size === 0) {
      const { machine, timers, running, ended } = met.state;
      Object.assign(state, { machine, timers, running, ended });
    }
    return met;
  }

  all(): ModelNode[] {
    return [...this.#byKey.values()];
  }
}

/** With `@xstate/test` if the model fits the limit, else by `explore-by-novelty.ts`. */
export function exploreModel(flow: Flow, limit = flow.limit?.states ?? stateLimit): ModelGraph {
  forgetTexts();
  const model = new TimedModel(flow);
  const nodes = new Nodes(model);
  const starts = flow.scenarios.map(({ name, input }): ModelStart => {
    const state = model.start(input);
    return { scenario: name, input, node: nodes.of(state), state };
  });
  const expanded = new Set<ModelNode>();
  const inOrder = Math.ceil(limit * shareInOrder);
  const isWhole = flow.abstraction === undefined && exploreAll(model, starts, nodes, expanded, inOrder);
  const complete =
    isWhole ||
    exploreByNovelty({ model, starts, limit, expanded, nodeOf: (state, from) => nodes.of(state, from) });
  const later = new Map<ModelNode, readonly ModelEdge[]>();
  const edgesFrom = (from: ModelNode): readonly ModelEdge[] => {
    if (expanded.has(from)) return from.edges;
    const known =
      later.get(from) ??
      model.eventsIn(from.state).map((event): ModelEdge => {
        const state = model.next(from.state, event);
        return { from, to: nodes.of(state, from), event, state };
      });
    later.set(from, known);
    return known;
  };
  return { model, starts, nodes: nodes.all(), complete, expanded: expanded.size, edgesFrom };
}

function exploreAll(
  model: TimedModel,
  starts: readonly ModelStart[],
  nodes: Nodes,
  expanded: Set<ModelNode>,
  limit: number,
): boolean {
  let isWhole = true;
  for (const { node: start } of starts) {
    // biome-ignore lint/plugin: a test model asks for no more of a logic than this.
    const logic = {
      getInitialSnapshot: () => start,
      transition(from: ModelNode, event: ModelEvent) {
        const state = model.next(from.state, event);
        const to = nodes.of(state, from);
        from.edges.push({ from, to, event, state });
        return to;
      },
      getPersistedSnapshot: (node: ModelNode) => node,
    } as unknown as ActorLogic<ModelNode & Snapshot<unknown>, ModelEvent, unknown>;
    new TestModel(logic, {
      events: ({ state }) => model.eventsIn(state),
      serializeState: ({ index }) => String(index),
      serializeEvent: ({ key }) => key,
      stopWhen(node) {
        if (expanded.has(node)) return true;
        isWhole &&= expanded.size < limit && !isCrowded(node.state);
        if (isWhole) expanded.add(node);
        return !isWhole;
      },
    }).getAdjacencyMap();
  }
  return isWhole;
}

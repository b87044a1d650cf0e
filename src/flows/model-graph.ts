import { TestModel } from '@xstate/test';
import type { ActorLogic } from 'xstate';
import { forgetTexts } from './canonical-text.ts';
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
  readonly #ofState = new Map<ModelState, ModelNode>();
  readonly #keys = new StateKeys();
  readonly #model: TimedModel;

  constructor(model: TimedModel) {
    this.#model = model;
  }

  of(state: ModelState): ModelNode {
    const met = this.#ofState.get(state.unchanged ?? state);
    if (met) return met;
    const key = this.#keys.of(state, this.#model.asked.has('time'));
    const node = this.#byKey.get(key) ?? { index: this.#byKey.size, state, edges: [] };
    this.#byKey.set(key, node);
    this.#ofState.set(state, node);
    return node;
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
    isWhole || exploreByNovelty({ model, starts, limit, expanded, nodeOf: (state) => nodes.of(state) });
  const later = new Map<ModelNode, readonly ModelEdge[]>();
  const edgesFrom = (from: ModelNode): readonly ModelEdge[] => {
    if (expanded.has(from)) return from.edges;
    const known =
      later.get(from) ??
      model.eventsIn(from.state).map((event): ModelEdge => {
        const state = model.next(from.state, event);
        return { from, to: nodes.of(state), event, state };
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
  for (const { state } of starts) {
    const visited = new Set<ModelNode>();
    // biome-ignore lint/plugin: a test model asks for no more of a logic than this.
    const logic = {
      getInitialSnapshot: () => state,
      transition: (from: ModelState, event: ModelEvent) => model.next(from, event),
      getPersistedSnapshot: (snapshot: ModelState) => snapshot,
    } as unknown as ActorLogic<ModelState, ModelEvent, unknown>;
    const adjacency = new TestModel(logic, {
      events: (from) => model.eventsIn(from),
      serializeState: (from) => String(nodes.of(from).index),
      serializeEvent: (event) => event.key,
      stopWhen: (from) => {
        const node = nodes.of(from);
        if (expanded.has(node)) return true;
        isWhole &&= expanded.size + visited.size < limit && !isCrowded(from);
        if (isWhole) visited.add(node);
        return !isWhole;
      },
    }).getAdjacencyMap();
    for (const { state: from, transitions } of Object.values(adjacency)) {
      const node = nodes.of(from);
      if (!visited.has(node)) continue;
      expanded.add(node);
      for (const { event, state: next } of Object.values<{ event: ModelEvent; state: ModelState }>(
        transitions,
      )) {
        node.edges.push({ from: node, to: nodes.of(next), event, state: next });
      }
    }
  }
  return isWhole;
}

import { TestModel } from '@xstate/test';
import type { ActorLogic } from 'xstate';
import type { Flow } from './flow.ts';
import { stateKey } from './state-key.ts';
import { type ModelEvent, type ModelState, TimedModel } from './timed-model.ts';

/** Larger models are cut off, and what is unreachable then is reported. */
export const stateLimit = 5000;

/** One step of the model. */
export interface ModelEdge {
  from: ModelNode;
  to: ModelNode;
  event: ModelEvent;
  /** The state after this step, with its trace. */
  state: ModelState;
}

export interface ModelNode {
  /** Number in order of discovery. */
  index: number;
  state: ModelState;
  edges: ModelEdge[];
}

export interface ModelStart {
  scenario: string;
  input: unknown;
  node: ModelNode;
  state: ModelState;
}

/** All states of a flow, from all its scenarios. */
export interface ModelGraph {
  model: TimedModel;
  starts: readonly ModelStart[];
  nodes: readonly ModelNode[];
  /** False if the limit was reached. */
  complete: boolean;
}

/** Explores a flow's timed model with `@xstate/test`; the only file that imports it. */
export function exploreModel(flow: Flow, limit = stateLimit): ModelGraph {
  const model = new TimedModel(flow);
  const nodes = new Map<string, ModelNode>();
  let complete = true;

  const nodeOf = (key: string, state: ModelState): ModelNode => {
    const known = nodes.get(key);
    if (known) {
      return known;
    }
    const node: ModelNode = { index: nodes.size, state, edges: [] };
    nodes.set(key, node);
    return node;
  };

  const starts = flow.scenarios.map(({ name, input }): ModelStart => {
    const state = model.start(input);
    const expanded = new Set([...nodes].filter(([, node]) => node.edges.length > 0).map(([key]) => key));
    let visited = nodes.size;
    // biome-ignore lint/plugin: a test model asks for no more of a logic than this.
    const logic = {
      getInitialSnapshot: () => state,
      transition: (from: ModelState, event: ModelEvent) => model.next(from, event),
      getPersistedSnapshot: (snapshot: ModelState) => snapshot,
    } as unknown as ActorLogic<ModelState, ModelEvent, unknown>;
    const adjacency = new TestModel(logic, {
      events: (from) => model.eventsIn(from),
      serializeState: (from) => stateKey(from),
      serializeEvent: (event) => event.key,
      stopWhen: (from) => {
        const isKnown = expanded.has(stateKey(from));
        visited += isKnown ? 0 : 1;
        complete &&= visited <= limit;
        return isKnown || visited > limit;
      },
    }).getAdjacencyMap();
    for (const [key, { state: from, transitions }] of Object.entries(adjacency)) {
      const node = nodeOf(key, from);
      for (const { event, state: next } of Object.values<{ event: ModelEvent; state: ModelState }>(
        transitions,
      )) {
        const to = nodeOf(stateKey(next), next);
        node.edges.push({ from: node, to, event, state: next });
      }
    }
    return { scenario: name, input, node: nodeOf(stateKey(state), state), state };
  });
  return { model, starts, nodes: [...nodes.values()], complete };
}

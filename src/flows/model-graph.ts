import { TestModel } from '@xstate/test';
import type { ActorLogic } from 'xstate';
import type { Flow } from './flow.ts';
import { stateKey } from './state-key.ts';
import { type ModelEvent, type ModelState, TimedModel } from './timed-model.ts';

/** Beyond this many states a model is cut off, and what was not reached by then is reported by name. */
export const stateLimit = 5000;

/** One step of the model: something happened and led to a state. */
export interface ModelEdge {
  from: ModelNode;
  to: ModelNode;
  event: ModelEvent;
  /** The state as this very step left it, with the trace of the step. */
  state: ModelState;
}

export interface ModelNode {
  /** Number by the order of discovery. */
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

/** All states that a flow can be in, from all of its scenarios. */
export interface ModelGraph {
  model: TimedModel;
  starts: readonly ModelStart[];
  nodes: readonly ModelNode[];
  /** False when the limit of states was reached. */
  complete: boolean;
}

/** Explores the timed model of a flow by `@xstate/test`; this is the only file that knows that package. */
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

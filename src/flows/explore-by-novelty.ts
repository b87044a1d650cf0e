import { canonicalText } from './canonical-text.ts';
import type { Flow } from './flow.ts';
import { activeNodes, leavesOf } from './selection.ts';
import { recordOf } from './stable-json.ts';
import type { ModelEvent, ModelState, TimedModel } from './timed-model.ts';
import { stateId } from './transitions.ts';

const representatives = 3;

const longestFeature = 200;

function featuresOf(flow: Flow, state: ModelState): string[] {
  const context: unknown = state.machine.context;
  const remembered = flow.abstraction
    ? [canonicalText(flow.abstraction(context))]
    : Object.entries(recordOf(context)).map(([key, value]) => `${key}=${canonicalText(value)}`);
  return [
    state.status,
    ...leavesOf(activeNodes(state.machine)).map(stateId),
    ...state.running.map(({ id }) => `runs ${id}`),
    ...state.timers.map(({ id, event }) => `waits ${id ?? event.type}`),
    ...remembered.filter(({ length }) => length <= longestFeature),
  ];
}

class Seen {
  readonly #features = new Set<string>();
  readonly #pairs = new Set<string>();

  /** 0 with a new feature, 1 with a new pair, 2 with neither. */
  rank(features: readonly string[]): 0 | 1 | 2 {
    const isNew = features.some((feature) => !this.#features.has(feature));
    let isNewPair = false;
    for (const [index, one] of features.entries()) {
      this.#features.add(one);
      for (const two of features.slice(index + 1)) {
        const pair = `${one} & ${two}`;
        isNewPair ||= !this.#pairs.has(pair);
        this.#pairs.add(pair);
      }
    }
    return isNew ? 0 : isNewPair ? 1 : 2;
  }
}

interface Explored<Node> {
  state: ModelState;
  edges: { from: Node; to: Node; event: ModelEvent; state: ModelState }[];
}

interface Exploration<Node> {
  model: TimedModel;
  starts: readonly { node: Node }[];
  limit: number;
  expanded: Set<Node>;
  nodeOf(state: ModelState): Node;
}

/** Prefers new states, but a counter that is always new must not starve the others. */
const turns = [0, 1, 0, 1, 2] as const;

/**
 * New features first, then new pairs of features: parallel regions in pairs, not in every combination.
 * @returns whether the search is complete
 */
export function exploreByNovelty<Node extends Explored<Node>>({
  model,
  starts,
  limit,
  expanded,
  nodeOf,
}: Exploration<Node>): boolean {
  const { flow } = model;
  const seen = new Seen();
  const lists: [Node[], Node[], Node[]] = [[], [], []];
  const waiting = new Set<Node>();
  const kinds = new Map<string, number>();
  const most = expanded.size + limit;

  const isWorth = (features: readonly string[]) => {
    if (!flow.abstraction) return true;
    const kind = features.join(' & ');
    const count = kinds.get(kind) ?? 0;
    kinds.set(kind, count + 1);
    return count < representatives;
  };
  const consider = (node: Node) => {
    if (waiting.has(node)) return;
    waiting.add(node);
    const features = featuresOf(flow, node.state);
    const rank = seen.rank(features);
    if (isWorth(features)) lists[rank].push(node);
  };

  for (const { node } of starts) consider(node);
  for (let turn = 0; ; turn += 1) {
    const rank = [turns[turn % turns.length] ?? 0, 0, 1, 2].find((one) => lists[one]?.length);
    const node = rank === undefined ? undefined : lists[rank]?.shift();
    if (!node) return true;
    if (!expanded.has(node)) {
      if (expanded.size >= most) return false;
      expanded.add(node);
      for (const event of model.eventsIn(node.state)) {
        const state = model.next(node.state, event);
        node.edges.push({ from: node, to: nodeOf(state), event, state });
      }
    }
    for (const { to } of node.edges) consider(to);
  }
}

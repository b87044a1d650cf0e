import { briefText, hasDigest } from './canonical-text.ts';
import type { Flow } from './flow.ts';
import { goalsOf } from './goals.ts';
import { activeNodes, leavesOf } from './selection.ts';
import { recordOf } from './stable-json.ts';
import { isCrowded, type ModelEvent, type ModelState, type TimedModel } from './timed-model.ts';
import { stateId } from './transitions.ts';

const representatives = 3;

const longestFeature = 200;

function featuresOf(flow: Flow, state: ModelState): string[] {
  const context: unknown = state.machine.context;
  const remembered = flow.abstraction
    ? [briefText(flow.abstraction(context))]
    : Object.entries(recordOf(context))
        .map(([key, value]) => `${key}=${briefText(value)}`)
        .filter((text) => text.length <= longestFeature && !hasDigest(text));
  return [
    state.status,
    ...leavesOf(activeNodes(state.machine)).map(stateId),
    ...state.running.map(({ id }) => `runs ${id}`),
    ...state.timers.map(({ id, event }) => `waits ${id ?? event.type}`),
    ...remembered,
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

const goalsOfExplored = ({ event, state }: { event: ModelEvent; state: ModelState }) =>
  goalsOf(state.trace, event);

interface Exploration<Node> {
  model: TimedModel;
  starts: readonly { node: Node }[];
  limit: number;
  expanded: Set<Node>;
  nodeOf(state: ModelState): Node;
}

/** A search that is not told its limit ends when so many states in a row have shown no new goal of a path. */
const patience = 1000;

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
  const isBounded = flow.limit !== undefined || flow.abstraction !== undefined;
  const met = new Set([...expanded].flatMap(({ edges }) => edges.flatMap(goalsOfExplored)));
  let without = 0;

  let isWhole = true;
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
    if (isCrowded(node.state)) {
      isWhole = false;
      return;
    }
    const features = featuresOf(flow, node.state);
    const rank = seen.rank(features);
    if (isWorth(features)) lists[rank].push(node);
  };

  for (const { node } of starts) consider(node);
  for (let turn = 0; ; turn += 1) {
    const rank = [turns[turn % turns.length] ?? 0, 0, 1, 2].find((one) => lists[one]?.length);
    const node = rank === undefined ? undefined : lists[rank]?.shift();
    if (!node) return isWhole;
    if (!expanded.has(node)) {
      if (expanded.size >= limit || without >= patience) return false;
      expanded.add(node);
      const known = met.size;
      for (const event of model.eventsIn(node.state)) {
        const state = model.next(node.state, event);
        const edge = { from: node, to: nodeOf(state), event, state };
        node.edges.push(edge);
        if (!isBounded) for (const goal of goalsOfExplored(edge)) met.add(goal);
      }
      without = isBounded || met.size > known ? 0 : without + 1;
    }
    for (const { to } of node.edges) consider(to);
  }
}

import { briefText, hasDigest } from './canonical-text.ts';
import type { Flow } from './flow.ts';
import { goalsOfEdge } from './goals.ts';
import type { ModelNode, ModelStart } from './graph.ts';
import { recordOf } from './stable-json.ts';
import { isCrowded, type ModelState, type TimedModel, type Timer } from './timed-model.ts';
import { stateId } from './transitions.ts';

const longestFeature = 200;

/** States of one kind are taken for alike: of these, only the first is explored. */
export const kindOf = (flow: Flow, state: ModelState) => featuresOf(flow, state).join(' & ');

/** Milliseconds. Nothing counts down to what is further away. */
const farAway = 3_600_000;

/** Only of a delay that goes on while states inside its own change, which may end before the next of theirs. */
function timeLeft({ abstraction }: Flow, { place }: ModelState, { id, remaining }: Timer): string {
  if (!abstraction || remaining > farAway) return '';
  return place.leaves.some((leaf) => id?.endsWith(`.${stateId(leaf)}`)) ? '' : ` ${remaining}`;
}

function featuresOf(flow: Flow, state: ModelState): string[] {
  const context: unknown = state.machine.context;
  const remembered = flow.abstraction
    ? [briefText(flow.abstraction(context))]
    : Object.entries(recordOf(context))
        .map(([key, value]) => `${key}=${briefText(value)}`)
        .filter((text) => text.length <= longestFeature && !hasDigest(text));
  return [
    state.status,
    ...state.place.leaves.map(stateId),
    ...state.running.map(({ id }) => `runs ${id}`),
    ...state.timers.map((timer) => `waits ${timer.id ?? timer.event.type}${timeLeft(flow, state, timer)}`),
    ...remembered,
  ];
}

/** Another number for each pair, and as small as can be: a set finds small ones faster. */
const paired = (one: number, two: number) => (one < two ? two * two + one : one * one + one + two);

class Seen {
  readonly #features = new Map<string, number>();
  readonly #pairs = new Set<number>();

  /** 0 with a new feature, 1 with a new pair, 2 with neither. */
  rank(features: readonly string[]): 0 | 1 | 2 {
    const [known, knownPairs] = [this.#features.size, this.#pairs.size];
    const numbers = features.map((feature) => {
      const number = this.#features.get(feature) ?? this.#features.size;
      this.#features.set(feature, number);
      return number;
    });
    for (let one = 0; one < numbers.length; one += 1) {
      for (let two = one + 1; two < numbers.length; two += 1) {
        this.#pairs.add(paired(numbers[one] ?? 0, numbers[two] ?? 0));
      }
    }
    return this.#features.size > known ? 0 : this.#pairs.size > knownPairs ? 1 : 2;
  }
}

interface Exploration {
  model: TimedModel;
  starts: readonly ModelStart[];
  limit: number;
  expanded: Set<ModelNode>;
  nodeOf(state: ModelState, from: ModelNode): ModelNode;
}

/** A search that is not told its limit ends when so many states in a row have shown no new goal of a path. */
const patience = 1000;

/** Prefers new states, but a counter that is always new must not starve the others. */
const turns = [0, 1, 0, 1, 2] as const;

/**
 * New features first, then new pairs of features: parallel regions in pairs, not in every combination.
 * @returns whether the search is complete
 */
export function exploreByNovelty({ model, starts, limit, expanded, nodeOf }: Exploration): boolean {
  const { flow } = model;
  const seen = new Seen();
  const lists: [ModelNode[], ModelNode[], ModelNode[]] = [[], [], []];
  const waiting = new Set<ModelNode>();
  const kinds = new Set<string>();
  const isBounded = flow.limit !== undefined || flow.abstraction !== undefined;
  const met = new Set([...expanded].flatMap(({ edges }) => edges.flatMap(goalsOfEdge)));
  let without = 0;

  let isWhole = true;
  const isWorth = (features: readonly string[]) => {
    if (!flow.abstraction) return true;
    const known = kinds.size;
    return kinds.add(features.join(' & ')).size > known;
  };
  const consider = (node: ModelNode) => {
    if (waiting.has(node)) return;
    waiting.add(node);
    if (isCrowded(node.state)) {
      isWhole = false;
      return;
    }
    const features = featuresOf(flow, node.state);
    if (isWorth(features)) lists[seen.rank(features)].push(node);
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
        const edge = { from: node, to: nodeOf(state, node), event, state };
        node.edges.push(edge);
        if (!isBounded) for (const goal of goalsOfEdge(edge)) met.add(goal);
      }
      without = isBounded || met.size > known ? 0 : without + 1;
    }
    for (const { to } of node.edges) consider(to);
  }
}

import type { AnyStateNode } from 'xstate';
import type { Flow } from '../flow.ts';
import { initialNodes } from '../selection.ts';
import { ancestry, childrenOf, initialTargets, stateAt } from '../state-nodes.ts';
import { allTransitions, type ChartTransition, isWithin, triggerKey } from '../transitions.ts';
import { words } from '../words.ts';
import { kindOf, type TransitionKind } from './chart-words.ts';

/** The children of a group that its main way passes, in order, and what leads from each to the next. */
export interface MainWay {
  children: readonly AnyStateNode[];
  steps: readonly (ChartTransition | undefined)[];
}

const costs: Record<TransitionKind, number> = { success: 1, automatic: 1, plain: 1.5, delay: 4, failure: 40 };
const worths: Record<TransitionKind, number> = {
  success: 3,
  automatic: 1,
  plain: 2,
  delay: 0.5,
  failure: -9,
};

const givenUp =
  /\b(?:abandon\w*|abort\w*|back|broken|cancel\w*|clear\w*|close\w*|declin\w*|discard\w*|dismiss\w*|end(?:ed)?|expired?|fail\w*|forg\w+|gone|interrupt\w*|left|lost|nothing|off|out|paus\w*|refus\w*|reject\w*|remov\w*|reset|retr\w+|skip\w*|stop\w*|timed|undo\w*|unknown|unread\w*|unsupported|withdr\w+)\b/;

const isGivingUp = ({ trigger, targets }: ChartTransition): boolean =>
  (trigger.kind === 'event' && givenUp.test(words(trigger.type))) ||
  targets.some(({ key }) => givenUp.test(words(key)));

/** Where it begins when entered; a parallel state is one place. */
function entered(node: AnyStateNode): AnyStateNode {
  const [first] = node.type === 'compound' ? initialTargets(node) : [];
  return first ? entered(first) : node;
}

function placeOf(node: AnyStateNode, region: AnyStateNode): AnyStateNode {
  let place = node;
  for (let outer: AnyStateNode | undefined = node; outer && outer !== region; outer = outer.parent) {
    place = outer.type === 'parallel' ? outer : place;
  }
  return place;
}

const statesBelow = (node: AnyStateNode): AnyStateNode[] =>
  childrenOf(node).flatMap((child) => [child, ...statesBelow(child)]);

interface Reached {
  cost: number;
  worth: number;
  from: AnyStateNode | undefined;
  by: ChartTransition | undefined;
}

function reach(region: AnyStateNode, transitions: readonly ChartTransition[]): Map<AnyStateNode, Reached> {
  const bySource = new Map<AnyStateNode, ChartTransition[]>();
  for (const one of transitions) {
    const [target] = one.targets;
    if (target && target !== region && isWithin(target, region)) {
      bySource.set(one.source, [...(bySource.get(one.source) ?? []), one]);
    }
  }
  const from = (node: AnyStateNode, place: AnyStateNode): ChartTransition[] => [
    ...(bySource.get(node) ?? []),
    ...(node.type === 'parallel' && node === place
      ? statesBelow(node).flatMap((one) => bySource.get(one) ?? [])
      : []),
    ...(node.parent && node !== region ? from(node.parent, place) : []),
  ];
  const open = new Map<AnyStateNode, Reached>([
    [placeOf(entered(region), region), { cost: 0, worth: 0, from: undefined, by: undefined }],
  ]);
  const settled = new Map<AnyStateNode, Reached>();
  while (open.size > 0) {
    const [node, here] = [...open].reduce((one, two) => (two[1].cost < one[1].cost ? two : one));
    open.delete(node);
    settled.set(node, here);
    for (const by of from(node, node)) {
      const place = placeOf(entered(by.targets[0] ?? node), region);
      if (settled.has(place)) continue;
      const kind = kindOf(by);
      const isFarFetched = isGivingUp(by);
      const cost = here.cost + costs[kind] + (isFarFetched ? 10 : by.source === region ? 1 : 0);
      const known = open.get(place);
      if (known && known.cost <= cost) continue;
      const worth = here.worth + worths[kind] - (isFarFetched ? 5 : 0);
      open.set(place, { cost, worth, from: node, by });
    }
  }
  return settled;
}

interface Place {
  node: AnyStateNode;
  from: AnyStateNode | undefined;
  by: ChartTransition | undefined;
}

function wayIn(region: AnyStateNode, transitions: readonly ChartTransition[]): Place[] {
  const reached = reach(region, transitions);
  const worth = ([node, one]: [AnyStateNode, Reached]) => one.worth + (node.type === 'final' ? 1 : 0);
  const [goal] = [...reached].reduce((one, two) => (worth(two) > worth(one) ? two : one));
  const places: Place[] = [];
  for (let node: AnyStateNode | undefined = goal; node; ) {
    const found = reached.get(node);
    places.unshift({ node, by: found?.by, from: found?.from });
    node = found?.from;
  }
  return places;
}

type MainWayOf = Pick<Flow, 'machine' | 'story'>;

/** The places of a flow's own words, in order; `trigger` as in a transition's id: `after(delay)` or `done(actor)#1`. */
export function storyOf({ machine, story = [] }: MainWayOf) {
  return story.map((place) => {
    const [path = '', trigger] = place.split(': ');
    return { path, node: stateAt(machine.root, path), trigger };
  });
}

/** Never in two regions at once. */
function isInSequence(one: AnyStateNode, two: AnyStateNode): boolean {
  const common = ancestry(one).find((at) => isWithin(two, at));
  return common === one || common?.type !== 'parallel';
}

/** The cheapest transition between two states that follow each other in the flow's own words. */
function declaredWay(flow: MainWayOf, transitions: readonly ChartTransition[]): Place[] {
  const key = ({ trigger }: ChartTransition) => triggerKey(trigger);
  const places = storyOf(flow).flatMap(({ node, trigger }) => (node ? { node, trigger } : []));
  return places.map(({ node, trigger }, index) => {
    const before = places.slice(0, index).findLast((place) => isInSequence(place.node, node))?.node;
    const leadsHere = ({ source, targets: [target] }: ChartTransition) =>
      target
        ? initialNodes(target).some((one) => isWithin(one, node))
        : trigger !== undefined && (isWithin(source, node) || isWithin(node, source));
    const steps = transitions.filter(
      (one) =>
        before &&
        (isWithin(one.source, before) || isWithin(before, one.source)) &&
        (trigger === undefined || [key(one), `${key(one)}#${one.index}`].includes(trigger)) &&
        leadsHere(one),
    );
    const price = (one: ChartTransition) =>
      costs[kindOf(one)] + (isWithin(one.source, before ?? node) ? 0 : 1);
    return { node, from: before, by: steps.toSorted((one, two) => price(one) - price(two))[0] };
  });
}

/** From state to state, with the transition that leads to each; in a parallel machine through one region after another. */
export function mainPlaces(flow: MainWayOf): Place[] {
  const transitions = allTransitions(flow.machine);
  if (flow.story) return declaredWay(flow, transitions);
  const within = (node: AnyStateNode): Place[] =>
    node.type === 'compound' ? wayIn(node, transitions) : childrenOf(node).flatMap(within);
  return within(flow.machine.root);
}

export function childTowards(group: AnyStateNode, node: AnyStateNode): AnyStateNode | undefined {
  return childrenOf(group).find((child) => isWithin(node, child));
}

/**
 * Of each group with an order, by its node: the cheapest way to the most that can be achieved, where success counts most and
 * giving up least.
 */
export function mainWays(flow: MainWayOf): Map<AnyStateNode, MainWay> {
  const transitions = allTransitions(flow.machine);
  const { root } = flow.machine;
  const ways = new Map<AnyStateNode, MainWay>();
  const note = (group: AnyStateNode, places: Place[]) => {
    const children: AnyStateNode[] = [];
    const steps: (ChartTransition | undefined)[] = [];
    for (const { node, by } of places) {
      const child = childTowards(group, node);
      if (!child || children.includes(child)) continue;
      if (children.length > 0) steps.push(by);
      children.push(child);
    }
    if (group.type === 'compound') ways.set(group, { children, steps });
    for (const child of childrenOf(group)) {
      const own = places.filter(({ node }) => node !== child && isWithin(node, child));
      if (own.length > 0) note(child, own);
      else visit(child);
    }
  };
  const visit = (node: AnyStateNode): void => {
    if (node.type === 'compound') note(node, wayIn(node, transitions));
    else childrenOf(node).forEach(visit);
  };
  if (flow.story) note(root, declaredWay(flow, transitions));
  else visit(root);
  return ways;
}

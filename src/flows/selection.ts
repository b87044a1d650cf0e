import type { AnyMachineSnapshot, AnyStateNode, AnyTransitionDefinition, EventObject } from 'xstate';
import { ancestry, childrenOf, initialTargets, sourceOf, targetsOf, transitionsOf } from './state-nodes.ts';
import { isWithin, stateId } from './transitions.ts';

export interface Microstep {
  before: readonly AnyStateNode[];
  event: EventObject;
  selected: readonly AnyTransitionDefinition[];
}

export function leavesOf(nodes: readonly AnyStateNode[]): AnyStateNode[] {
  return nodes.filter((node) => node.type === 'atomic' || node.type === 'final');
}

/** An internal field of XState, which a test checks. */
export function activeNodes(snapshot: AnyMachineSnapshot): readonly AnyStateNode[] {
  // biome-ignore lint/plugin: XState types its internal field as any nodes.
  return snapshot._nodes as readonly AnyStateNode[];
}

/** Before any eventless transition. */
export function initialNodes(node: AnyStateNode): AnyStateNode[] {
  const children =
    node.type === 'parallel' ? childrenOf(node) : node.type === 'compound' ? initialTargets(node) : [];
  return [node, ...children.flatMap(initialNodes)];
}

function domainOf(transition: AnyTransitionDefinition): AnyStateNode {
  const source = sourceOf(transition);
  const targets = targetsOf(transition);
  if (!transition.reenter && targets.every((target) => isWithin(target, source))) {
    return source;
  }
  let domain = source.parent ?? source;
  while (domain.parent && !targets.every((target) => target !== domain && isWithin(target, domain))) {
    domain = domain.parent;
  }
  return domain;
}

/** Of two that exit the same state, only one is taken. */
export function withoutConflicts(
  selected: readonly AnyTransitionDefinition[],
): readonly AnyTransitionDefinition[] {
  if (selected.length < 2) return selected;
  let kept: AnyTransitionDefinition[] = [];
  for (const candidate of selected) {
    const rivals = kept.filter((other) => {
      if (!candidate.target || !other.target) {
        return false;
      }
      const [one, two] = [domainOf(candidate), domainOf(other)];
      return isWithin(one, two) || isWithin(two, one);
    });
    if (
      rivals.every((rival) => candidate.source !== rival.source && isWithin(candidate.source, rival.source))
    ) {
      kept = [...kept.filter((other) => !rivals.includes(other)), candidate];
    }
  }
  return kept;
}

function matches(descriptor: string, type: string): boolean {
  return (
    descriptor === type ||
    descriptor === '*' ||
    (descriptor.endsWith('.*') &&
      (type === descriptor.slice(0, -2) || type.startsWith(descriptor.slice(0, -1))))
  );
}

const candidates = new WeakMap<AnyStateNode, Map<string, readonly AnyTransitionDefinition[]>>();

function candidatesOf(node: AnyStateNode, type: string): readonly AnyTransitionDefinition[] {
  const known = candidates.get(node)?.get(type);
  if (known) return known;
  const byType = candidates.get(node) ?? new Map<string, readonly AnyTransitionDefinition[]>();
  candidates.set(node, byType);
  const found = findCandidates(node, type);
  byType.set(type, found);
  return found;
}

function findCandidates(node: AnyStateNode, type: string): AnyTransitionDefinition[] {
  const transitions = transitionsOf(node);
  return [...transitions.keys()]
    .filter((descriptor) => matches(descriptor, type))
    .sort((one, two) => Number(two === type) - Number(one === type) || two.length - one.length)
    .flatMap((descriptor) => transitions.get(descriptor) ?? []);
}

/** Ignores guards. */
export function listensTo(nodes: readonly AnyStateNode[], type: string): boolean {
  return nodes.some((node) => candidatesOf(node, type).length > 0);
}

/** Neither they nor their groups listen to the event, while other states do. */
export function besideIn(leaves: readonly AnyStateNode[], type: string): string[] {
  return leaves.length < 2
    ? []
    : leaves
        .filter((leaf) => !listensTo(ancestry(leaf), type))
        .map((leaf) => `${type} beside ${stateId(leaf)}`);
}

/** @param leaves those of `before` */
export function refusedIn(
  { event, selected }: Microstep,
  leaves: readonly AnyStateNode[],
): AnyTransitionDefinition[] {
  const refused: AnyTransitionDefinition[] = [];
  const eventless = selected.some((transition) => transition.eventType === '');
  for (const leaf of leaves) {
    for (let node: AnyStateNode | undefined = leaf; node; node = node.parent) {
      const current: AnyStateNode = node;
      if (selected.some((one) => one.source !== current && isWithin(sourceOf(one), current))) {
        break;
      }
      const candidates: readonly AnyTransitionDefinition[] = eventless
        ? (current.always ?? [])
        : candidatesOf(current, event.type);
      const taken = candidates.find((candidate) => selected.includes(candidate));
      for (const candidate of candidates) {
        if (candidate === taken) break;
        if (candidate.guard !== undefined && !refused.includes(candidate)) refused.push(candidate);
      }
      if (taken) break;
    }
  }
  return refused;
}

export function refusedAtRest(nodes: readonly AnyStateNode[]): AnyTransitionDefinition[] {
  const refused: AnyTransitionDefinition[] = [];
  for (const { always } of nodes) {
    if (always) refused.push(...always.filter(({ guard }) => guard !== undefined));
  }
  return refused;
}

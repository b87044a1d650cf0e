import type { AnyActorRef, AnyMachineSnapshot, AnyStateNode, AnyTransitionDefinition } from 'xstate';

export function childStates(node: AnyStateNode): Readonly<Record<string, AnyStateNode>> {
  return node.states;
}

export function childrenOf(node: AnyStateNode): readonly AnyStateNode[] {
  return Object.values(childStates(node));
}

/** @param path keys below the node, joined by dots */
export const stateAt = (node: AnyStateNode, path: string): AnyStateNode | undefined =>
  path.split('.').reduce<AnyStateNode | undefined>((at, key) => at && childStates(at)[key], node);

/** It and all groups around it, from inside. */
export function ancestry(node: AnyStateNode): AnyStateNode[] {
  return node.parent ? [node, ...ancestry(node.parent)] : [node];
}

/** Empty unless compound. */
export function initialTargets(node: AnyStateNode): readonly AnyStateNode[] {
  const targets: readonly AnyStateNode[] | undefined = node.initial?.target;
  return targets ?? [];
}

export function sourceOf(transition: AnyTransitionDefinition): AnyStateNode {
  return transition.source;
}

export function targetsOf(transition: AnyTransitionDefinition): readonly AnyStateNode[] {
  const targets: readonly AnyStateNode[] | undefined = transition.target;
  return targets ?? [];
}

/** By event descriptor, without eventless ones. */
export function transitionsOf(node: AnyStateNode): ReadonlyMap<string, readonly AnyTransitionDefinition[]> {
  return node.transitions;
}

export function childActor({ children }: AnyMachineSnapshot, id: string): AnyActorRef | undefined {
  return children[id];
}

/** A part of a config that may be missing, one or many. */
export function listOf(value: unknown): readonly unknown[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

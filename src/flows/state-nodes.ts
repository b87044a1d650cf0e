import type { AnyActorRef, AnyMachineSnapshot, AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** The states directly inside a state, by key. */
export function childStates(node: AnyStateNode): Readonly<Record<string, AnyStateNode>> {
  return node.states;
}

/** The states directly inside a state, in document order. */
export function childrenOf(node: AnyStateNode): readonly AnyStateNode[] {
  return Object.values(childStates(node));
}

/** The states that a compound state enters first; none for others. */
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

/** A state's transitions by event descriptor, eventless ones excepted. */
export function transitionsOf(node: AnyStateNode): ReadonlyMap<string, readonly AnyTransitionDefinition[]> {
  return node.transitions;
}

/** The running child with this id. */
export function childActor({ children }: AnyMachineSnapshot, id: string): AnyActorRef | undefined {
  return children[id];
}

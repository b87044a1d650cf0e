import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { childrenOf } from '../state-nodes.ts';
import { allTransitions, type ChartTransition, stateId } from '../transitions.ts';
import { labelLines } from './chart-words.ts';

export type Collapsed = ReadonlySet<string>;

export function drawnChildren(node: AnyStateNode, collapsed: Collapsed): readonly AnyStateNode[] {
  return collapsed.has(stateId(node)) ? [] : childrenOf(node);
}

function standIn(node: AnyStateNode, collapsed: Collapsed): AnyStateNode {
  let shown = node;
  for (let outer = node.parent; outer; outer = outer.parent) {
    shown = collapsed.has(stateId(outer)) ? outer : shown;
  }
  return shown;
}

export function waysBetween(transitions: readonly ChartTransition[]): ChartTransition[] {
  const seen = new Set<string>();
  return transitions.filter(({ source, targets }) => {
    const ends = targets.map(stateId).join(' ');
    const key = `${stateId(source)} ${ends}`;
    if (targets.length === 0 || targets.includes(source) || seen.has(key)) {
      return false;
    }
    seen.add(key);
    return true;
  });
}

/** Without duplicates and those inside a collapsed state. */
export function drawnTransitions(machine: AnyStateMachine, collapsed: Collapsed): ChartTransition[] {
  const transitions = allTransitions(machine);
  if (collapsed.size === 0) {
    return transitions;
  }
  const seen = new Set<string>();
  return transitions.flatMap((transition) => {
    const source = standIn(transition.source, collapsed);
    const targets = transition.targets.map((target) => standIn(target, collapsed));
    if (source !== transition.source && targets.every((target) => target === source)) {
      return [];
    }
    const lifted = { ...transition, source, targets };
    const key = [stateId(source), ...labelLines(lifted), ...targets.map(stateId)].join('\n');
    if (seen.has(key)) {
      return [];
    }
    seen.add(key);
    return [lifted];
  });
}

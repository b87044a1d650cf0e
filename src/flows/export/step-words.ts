import type { AnyStateNode } from 'xstate';
import type { ModelStart } from '../graph.ts';
import { present } from '../present.ts';
import { activeNodes, leavesOf } from '../selection.ts';
import { childrenOf } from '../state-nodes.ts';
import { assumptionWords, type ModelEvent, type ModelState } from '../timed-model.ts';
import { stateId } from '../transitions.ts';
import { capitalised, duration, sentence } from '../words.ts';

export function eventWords(event: ModelEvent): string {
  const text = event.type === 'wait' ? `Wait ${duration(event.milliseconds)}` : capitalised(event.name);
  return event.assumes ? `${text}, ${assumptionWords(event.assumes)}` : text;
}

function titleOf(node: AnyStateNode, active: ReadonlySet<AnyStateNode>): string {
  const children = childrenOf(node).filter((one) => active.has(one));
  const title = sentence(node.key);
  if (node.type === 'parallel') {
    return `${title} (${children.map((child) => titleOf(child, active)).join(', ')})`;
  }
  return [title, ...children.map((child) => titleOf(child, active))].join(' › ');
}

/** Outer before inner, parallel regions in brackets. */
export function stateTitle(state: ModelState): string {
  const active = new Set(activeNodes(state.machine));
  const [root] = [...active].filter((node) => !node.parent);
  const children = childrenOf(present(root, 'root of the machine')).filter((one) => active.has(one));
  return children.map((child) => titleOf(child, active)).join(', ');
}

export function stateDescription(state: ModelState, before?: ModelState): string {
  const seen = new Set(before ? activeNodes(before.machine) : []);
  const nodes = activeNodes(state.machine).filter((node) => node.parent);
  const entered = nodes.filter((node) => !seen.has(node));
  const descriptions = (entered.length > 0 ? entered : leavesOf(nodes))
    .toSorted((one, two) => one.order - two.order)
    .map(({ description }) => description?.trim() ?? '')
    .filter(Boolean);
  return [...new Set(descriptions)].join(' ');
}

export function leafIds(state: ModelState): string[] {
  return leavesOf(activeNodes(state.machine))
    .toSorted((one, two) => one.order - two.order)
    .map(stateId);
}

export function startWords(start: Pick<ModelStart, 'scenario'>): string {
  return capitalised(start.scenario);
}

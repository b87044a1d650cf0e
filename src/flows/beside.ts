import type { AnyStateNode } from 'xstate';
import { leavesOf, listensTo } from './selection.ts';
import { ancestry } from './state-nodes.ts';
import { stateId } from './transitions.ts';

/** Neither they nor their groups listen to the event, while other states do. */
export function besideIn(nodes: readonly AnyStateNode[], type: string): string[] {
  const leaves = leavesOf(nodes);
  return leaves.length < 2
    ? []
    : leaves
        .filter((leaf) => !listensTo(ancestry(leaf), type))
        .map((leaf) => `${type} beside ${stateId(leaf)}`);
}

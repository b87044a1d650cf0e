import type { AnyStateNode } from 'xstate';
import { listensTo } from './selection.ts';
import { ancestry } from './state-nodes.ts';
import { stateId } from './transitions.ts';

/** Neither they nor their groups listen to the event, while other states do. */
export function besideIn(leaves: readonly AnyStateNode[], type: string): string[] {
  return leaves.length < 2
    ? []
    : leaves
        .filter((leaf) => !listensTo(ancestry(leaf), type))
        .map((leaf) => `${type} beside ${stateId(leaf)}`);
}

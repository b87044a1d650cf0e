import type { AnyStateNode } from 'xstate';
import { leavesOf, listensTo } from './selection.ts';
import { stateId } from './transitions.ts';

const pairs = new WeakMap<readonly AnyStateNode[], readonly string[]>();
const texts = new Map<string, readonly string[]>();

/** As the paths' goals name them. */
export function togetherIn(nodes: readonly AnyStateNode[]): readonly string[] {
  const known = pairs.get(nodes) ?? pairsOf(nodes);
  pairs.set(nodes, known);
  return known;
}

function pairsOf(nodes: readonly AnyStateNode[]): readonly string[] {
  const leaves = leavesOf(nodes).map(stateId).toSorted();
  const key = leaves.join(' ');
  const known =
    texts.get(key) ??
    leaves.flatMap((one, index) => leaves.slice(index + 1).map((two) => `${one} together with ${two}`));
  texts.set(key, known);
  return known;
}

/** Neither they nor their groups listen to the event, while other states do. */
export function besideIn(nodes: readonly AnyStateNode[], type: string): string[] {
  const leaves = leavesOf(nodes);
  return leaves.length < 2
    ? []
    : leaves
        .filter((leaf) => !listensTo(ancestry(leaf), type))
        .map((leaf) => `${type} beside ${stateId(leaf)}`);
}

function ancestry(node: AnyStateNode): AnyStateNode[] {
  return node.parent ? [node, ...ancestry(node.parent)] : [node];
}

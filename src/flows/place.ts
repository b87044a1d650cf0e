import type { AnyStateNode } from 'xstate';
import { leavesOf } from './selection.ts';
import { type ChartTransition, isWithin, stateId } from './transitions.ts';

/** A transition that was taken, with the leaf states inside its source that were active. */
export interface Taken {
  id: string;
  leaves: readonly string[];
  toHistory: boolean;
}

/** The states that are active together, and what is often asked of them. */
export interface Place {
  /** Of this place in its model, in order of discovery. */
  index: number;
  leaves: readonly AnyStateNode[];
  /** Each pair of leaf states in different regions, as the paths' goals name it. */
  together: readonly string[];
  isIn(path: string): boolean;
  taking(transition: ChartTransition): Taken;
}

/** Many states of a model are in one place, which is worked out once. */
export class Places {
  readonly #byKey = new Map<string, Place>();
  /** As XState lists the nodes, in the order in which they were entered. */
  readonly #byOrder = new Map<string, Place>();

  of(nodes: readonly AnyStateNode[]): Place {
    let order = '';
    for (const node of nodes) order += `${node.order} `;
    const known = this.#byOrder.get(order) ?? this.#sorted(nodes);
    this.#byOrder.set(order, known);
    return known;
  }

  #sorted(nodes: readonly AnyStateNode[]): Place {
    const key = nodes.map(stateId).toSorted().join(' ');
    const known = this.#byKey.get(key) ?? placeOf(this.#byKey.size, nodes);
    this.#byKey.set(key, known);
    return known;
  }
}

function placeOf(index: number, nodes: readonly AnyStateNode[]): Place {
  const active = new Set(nodes.map(({ path }) => path.join('.')));
  const taken = new Map<ChartTransition, Taken>();
  const leaves = leavesOf(nodes);
  const ids = leaves.map(stateId).toSorted();
  return {
    index,
    leaves,
    together: ids.flatMap((one, at) => ids.slice(at + 1).map((two) => `${one} together with ${two}`)),
    isIn: (path) => active.has(path),
    taking(transition) {
      const { id, source, targets } = transition;
      const known = taken.get(transition) ?? {
        id,
        leaves: leaves
          .filter((leaf) => isWithin(leaf, source))
          .map(stateId)
          .toSorted(),
        toHistory: targets.some(({ type }) => type === 'history'),
      };
      taken.set(transition, known);
      return known;
    },
  };
}

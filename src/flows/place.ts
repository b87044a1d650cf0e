import type { AnyStateNode } from 'xstate';
import { leavesOf } from './selection.ts';
import { stateId } from './transitions.ts';

/** The states that are active together, and what is often asked of them. */
export interface Place {
  key: string;
  /** Each pair of leaf states in different regions, as the paths' goals name it. */
  together: readonly string[];
  isIn(path: string): boolean;
}

/** Many states of a model are in one place, which is worked out once. */
export class Places {
  readonly #byKey = new Map<string, Place>();

  of(nodes: readonly AnyStateNode[]): Place {
    const key = nodes.map(stateId).toSorted().join(' ');
    const known = this.#byKey.get(key) ?? placeOf(key, nodes);
    this.#byKey.set(key, known);
    return known;
  }
}

function placeOf(key: string, nodes: readonly AnyStateNode[]): Place {
  const active = new Set(nodes.map(({ path }) => path.join('.')));
  const leaves = leavesOf(nodes).map(stateId).toSorted();
  return {
    key,
    together: leaves.flatMap((one, index) =>
      leaves.slice(index + 1).map((two) => `${one} together with ${two}`),
    ),
    isIn: (path) => active.has(path),
  };
}

import type { SnapshotFrom } from 'xstate';
import type { tourMachine } from './tour.machine.ts';

/** The hints, in their order. */
export const hints = ['evidence', 'names', 'sharing'] as const;
export type Hint = (typeof hints)[number];

/** The hint that is shown; null: none. */
export function selectHint(snapshot: SnapshotFrom<typeof tourMachine>): Hint | null {
  return hints.find((hint) => snapshot.matches(hint)) ?? null;
}

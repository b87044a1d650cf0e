import type { SnapshotFrom } from 'xstate';
import type { tourMachine } from './tour.machine.ts';

export const hints = ['evidence', 'names', 'sharing'] as const;
export type Hint = (typeof hints)[number];

export function selectHint(snapshot: SnapshotFrom<typeof tourMachine>): Hint | null {
  return hints.find((hint) => snapshot.matches(hint)) ?? null;
}

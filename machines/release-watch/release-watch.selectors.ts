import type { SnapshotFrom } from 'xstate';
import { hours, minutes } from '../kit/durations.ts';
import { tag } from '../kit/tags.ts';
import type { releaseWatchMachine } from './release-watch.machine.ts';
import type { Span } from './release-watch.setup.ts';

type ReleaseWatchSnapshot = SnapshotFrom<typeof releaseWatchMachine>;

export type ReleaseStatus = 'none' | 'upcoming' | 'active' | 'issues' | 'update';

export function selectReleaseStatus(snapshot: ReleaseWatchSnapshot): ReleaseStatus {
  if (snapshot.hasTag(tag.failed)) return 'issues';
  if (snapshot.hasTag(tag.done)) return 'update';
  if (snapshot.hasTag(tag.busy)) return 'active';
  return snapshot.hasTag(tag.waiting) ? 'upcoming' : 'none';
}

export function selectMaintenance(snapshot: ReleaseWatchSnapshot): Span | null {
  return snapshot.context.sighting?.maintenance ?? null;
}

export interface TimeLeft {
  readonly count: number;
  readonly unit: 'minute' | 'hour';
}

/** As of the last response (R4.7). Rounded down; 0 minutes means less than a minute. */
export function selectTimeLeft({ context: { sighting } }: ReleaseWatchSnapshot): TimeLeft | null {
  if (sighting?.maintenance == null) return null;
  const left = sighting.maintenance.start - sighting.now;
  return left < hours(1)
    ? { count: Math.floor(left / minutes(1)), unit: 'minute' }
    : { count: Math.floor(left / hours(1)), unit: 'hour' };
}

import type { Trackers } from '#contract/trackers.ts';
import { trackers } from '#contract/trackers.ts';
import { type Mount, Reply } from '#server/http/mount.ts';

/** R7.15. */
export function trackerRoute(mount: Mount, configured: Trackers): void {
  mount(trackers, () => new Reply(200, configured, { 'cache-control': 'public, max-age=300' }));
}

import type { Trackers } from '#contract/trackers.ts';
import { trackers } from '#contract/trackers.ts';
import type { Mount } from '#server/http/mount.ts';

/** R7.15. */
export function trackerRoute(mount: Mount, configured: Trackers): void {
  mount(trackers, async () => ({
    status: 200,
    body: configured,
    headers: { 'cache-control': 'public, max-age=300' },
  }));
}

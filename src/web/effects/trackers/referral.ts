import type { Trackers } from '#contract/trackers.ts';
import type { ScriptLoader } from './load-script.ts';
import type { Tracker } from './tracker.ts';

export function createReferral(
  { id, script }: NonNullable<Trackers['referral']>,
  { loader }: { loader: ScriptLoader },
): Tracker {
  return {
    start: () => loader.load(script, { 'data-promotekit': id }),
    // It has sent its only request by then.
    stop: () => {},
  };
}

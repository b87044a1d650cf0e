import type { Trackers } from '#contract/trackers.ts';
import type { ScriptLoader } from './load-script.ts';
import type { Tracker } from './tracker.ts';

/** The partner programme's script: sets `promotekit_referral` on the window and in a cookie (R3.7). */
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

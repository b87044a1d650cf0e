import type { ActorRefFrom } from 'xstate';
import type { consentMachine } from '#machines/consent/consent.machine.ts';
import type { TrackingRecord } from '#web/effects/trackers/tracking.ts';

/** Consent and trackers, as hooks see them (R2.21, R7.15). */
export interface Tracking {
  consent(): ActorRefFrom<typeof consentMachine>;
  /** The page shows another route, or its first (R2.21). */
  enterRoute(): void;
  /** What trackers were told, or would have been; for the panel of development. */
  readonly records: {
    get: () => readonly (TrackingRecord & { id: number })[];
    subscribe: (changed: () => void) => () => void;
  };
}

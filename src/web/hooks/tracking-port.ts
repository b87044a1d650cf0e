import type { ActorRefFrom } from 'xstate';
import type { consentMachine } from '#machines/consent/consent.machine.ts';
import type { TrackingRecord } from '#web/effects/trackers/tracking.ts';

/** Consent and trackers, as hooks see them (R2.21, R7.15). */
export interface Tracking {
  consent(): ActorRefFrom<typeof consentMachine>;
  /** A route is shown (R2.21). */
  enterRoute(): void;
  /** What trackers got, or would have got; for the panel in development. */
  readonly records: {
    get: () => readonly (TrackingRecord & { id: number })[];
    subscribe: (changed: () => void) => () => void;
  };
}

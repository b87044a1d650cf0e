import type { ActorRefFrom } from 'xstate';
import type { consentMachine } from '#machines/consent/consent.machine.ts';
import type { TrackingRecord } from '#web/effects/trackers/tracking.ts';

export interface Tracking {
  consent(): ActorRefFrom<typeof consentMachine>;
  enterRoute(): void;
  readonly records: {
    get: () => readonly (TrackingRecord & { id: number })[];
    subscribe: (changed: () => void) => () => void;
  };
}

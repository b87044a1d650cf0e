import { createActor, type InspectionEvent } from 'xstate';
import { tag } from '#machines/kit/tags.ts';
import type { PlainCalls } from '#web/api/plain-calls.ts';
import type { Timers } from '#web/api/timers.ts';
import type { PageAddress } from '#web/effects/trackers/page-place.ts';
import type { TrackedWindow } from '#web/effects/trackers/tracker.ts';
import type { PageTrackers, TrackingRecord } from '#web/effects/trackers/tracking.ts';
import { type PrivacySignals, provideConsent } from '#web/flows/consent/provide-consent.ts';
import type { AdaptMachine } from '#web/hooks/shared-port.ts';

export interface TrackingDependencies {
  page: Pick<Window, 'addEventListener' | 'removeEventListener'> & {
    location: PageAddress;
    document: Document;
    navigator: PrivacySignals;
  };
  calls: PlainCalls;
  storage: Storage;
  build: string | null;
  now?: () => Date;
  titleSettled?: () => Promise<void> | null;
  keepsRecords?: boolean;
}

const mostRecords = 200;

/** Consent and trackers (R2.21, R7.15–7.17). Call `start` once. */
export function createTracking(
  deps: TrackingDependencies,
  options: { clock: Timers; inspect?: ((event: InspectionEvent) => void) | undefined; adapt: AdaptMachine },
) {
  const { page, storage } = deps;
  const { location, document } = page;
  const now = deps.now ?? (() => new Date());
  const actorOptions = {
    clock: options.clock,
    ...(options.inspect === undefined ? {} : { inspect: options.inspect }),
  };

  let recorded = 0;
  let records: readonly (TrackingRecord & { id: number })[] = [];
  const listeners = new Set<() => void>();
  const record = (one: TrackingRecord) => {
    recorded += 1;
    records = [{ ...one, id: recorded }, ...records].slice(0, mostRecords);
    for (const listener of [...listeners]) listener();
  };

  let trackers: PageTrackers | null = null;
  let email: string | null = null;
  async function learn(settings: unknown): Promise<void> {
    const { openTrackers } = await import('#web/effects/trackers/tracking.ts');
    trackers = openTrackers(settings, {
      document,
      location,
      // biome-ignore lint/plugin: third-party scripts may put anything on the window; each value is checked before use.
      window: page as unknown as TrackedWindow,
      build: deps.build,
      now,
      titleSettled: deps.titleSettled ?? (() => null),
      record: deps.keepsRecords ? record : null,
    });
    void trackers.identify(email);
  }

  const consent = createActor(
    options.adapt(
      provideConsent({
        calls: deps.calls,
        storage,
        signals: {
          ...(page.navigator.globalPrivacyControl === undefined
            ? {}
            : { globalPrivacyControl: page.navigator.globalPrivacyControl }),
          doNotTrack: page.navigator.doNotTrack ?? null,
        },
        page,
        learn,
        learnsAlways: deps.keepsRecords ?? false,
        startTracking: () => trackers?.start(),
        stopTracking: () => trackers?.stop(),
      }),
    ),
    actorOptions,
  );
  return {
    start(): void {
      const settling = consent.subscribe((snapshot) => {
        if (snapshot.hasTag(tag.busy)) return;
        settling.unsubscribe();
        trackers?.arrive();
      });
      consent.start();
    },
    stop(): void {
      trackers?.close();
      consent.stop();
    },
    consent: () => consent,
    enterRoute: () => trackers?.enterRoute(),
    /** R5.11: sends only a hash, and only with consent. */
    identify(next: string | null): void {
      email = next;
      void trackers?.identify(next);
    },
    records: {
      get: () => records,
      subscribe(changed: () => void): () => void {
        listeners.add(changed);
        return () => listeners.delete(changed);
      },
    },
  };
}

export type ComposedTracking = ReturnType<typeof createTracking>;

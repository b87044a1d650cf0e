import { ApiFailure } from '#web/api/api-failure.ts';
import { hashEmail } from '../normalise-email.ts';
import { createAdsPixel } from './ads-pixel.ts';
import { createAnalytics } from './analytics.ts';
import { watchClicks } from './clicks.ts';
import { eraseTrackerCookies } from './erase-cookies.ts';
import { createScriptLoader } from './load-script.ts';
import { type PageAddress, placeOf } from './page-place.ts';
import { createReferral } from './referral.ts';
import type { Parameters, TrackedWindow, Tracker, TrackerName, ViewedPlace } from './tracker.ts';
import { readTrackers } from './tracker-settings.ts';

export interface TrackingRecord {
  tracker: TrackerName;
  name: string;
  parameters: Parameters;
  outcome: 'sent' | 'not configured' | 'not consented';
}

interface TrackingDeps {
  document: Document;
  location: PageAddress;
  window: TrackedWindow;
  build: string | null;
  now: () => Date;
  titleSettled: () => Promise<void> | null;
  record: ((record: TrackingRecord) => void) | null;
}

/** None runs before `start`. @throws ApiFailure for an invalid response */
export function openTrackers(settings: unknown, deps: TrackingDeps) {
  const configured = readTrackers(settings);
  if (configured === null) throw new ApiFailure('invalidResponse');
  const { analytics, ads, referral } = configured;
  const { document, location } = deps;
  const loader = createScriptLoader(
    document,
    [analytics, ads, referral].flatMap((tracker) => tracker?.script ?? []),
  );
  const trackers = new Map<TrackerName, Tracker>();
  if (analytics) trackers.set('analytics', createAnalytics(analytics, { ...deps, loader }));
  if (ads) trackers.set('ads', createAdsPixel(ads, { ...deps, loader }));
  if (referral) trackers.set('referral', createReferral(referral, { loader }));

  const routeNow = () => location.pathname + location.search;
  let isRunning = false;
  let route = routeNow();
  const viewedPlace = (): ViewedPlace => {
    const shown = placeOf(location);
    return { ...shown, title: shown.label ?? (document.title || shown.path) };
  };
  let place = viewedPlace();
  let waiting: (() => void) | null = null;
  let referrer = document.referrer;
  let user: { email: string; hash: string | null } | null = null;

  function tell(
    name: string,
    parameters: Parameters,
    concerned: readonly TrackerName[],
    work: (tracker: Tracker) => void,
  ): void {
    for (const one of concerned) {
      const tracker = trackers.get(one);
      if (isRunning && tracker !== undefined) work(tracker);
      const outcome = tracker === undefined ? 'not configured' : isRunning ? 'sent' : 'not consented';
      deps.record?.({ tracker: one, name, parameters, outcome });
    }
  }

  const viewers = (): readonly TrackerName[] => (place.isShared ? ['analytics'] : ['analytics', 'ads']);
  const viewed = () => ({ page_location: place.address, page_title: place.title, page_referrer: referrer });
  const tellUser = (hash: string) =>
    tell('identify', { email_sha256: hash }, ['analytics', 'ads'], (tracker) => tracker.identify?.(hash));

  const stopClicks = watchClicks(document, location, ({ name, parameters }) =>
    tell(name, parameters, ['analytics'], (tracker) => tracker.event?.(name, parameters)),
  );

  return {
    arrive(): void {
      place = viewedPlace();
      if (!isRunning) tell('page_view', viewed(), viewers(), () => {});
    },
    start(): void {
      isRunning = true;
      waiting = null;
      place = viewedPlace();
      tell('page_view', viewed(), viewers(), () => {});
      for (const tracker of trackers.values()) tracker.start(place, referrer);
      if (user?.hash) tellUser(user.hash);
    },
    stop(): void {
      for (const tracker of trackers.values()) tracker.stop();
      isRunning = false;
      eraseTrackerCookies(document, location.hostname);
    },
    enterRoute(): void {
      if (routeNow() === route) return;
      // The previous page was left before it had a title.
      waiting?.();
      route = routeNow();
      referrer = place.address;
      const settled = placeOf(location).label === null ? deps.titleSettled() : null;
      place = settled === null ? viewedPlace() : { ...viewedPlace(), title: location.pathname };
      const view = () => {
        waiting = null;
        tell('page_view', viewed(), viewers(), (tracker) => tracker.pageView?.(place, referrer));
      };
      if (settled === null) {
        view();
        return;
      }
      waiting = view;
      void settled.then(() => {
        if (waiting !== view) return;
        place = viewedPlace();
        view();
      });
    },
    async identify(email: string | null): Promise<void> {
      if (email === (user?.email ?? null)) return;
      const next: typeof user = email === null ? null : { email, hash: null };
      user = next;
      if (next === null) return;
      next.hash = await hashEmail(next.email);
      if (user === next && next.hash !== null) tellUser(next.hash);
    },
    close: stopClicks,
  };
}

export type PageTrackers = ReturnType<typeof openTrackers>;

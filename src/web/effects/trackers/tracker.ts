import type { Place } from './page-place.ts';

export type TrackerName = 'analytics' | 'ads' | 'referral';

export type Parameters = Readonly<Record<string, string>>;

/** A page view with its title for trackers. */
export interface ViewedPlace extends Place {
  title: string;
}

/** One tracker. Starts only with consent, and can be stopped and restarted. */
export interface Tracker {
  /** Loads its script and counts the current page. */
  start(place: ViewedPlace, referrer: string): void;
  /** Stops sending and deletes its cookies. */
  stop(): void;
  /** Another route is shown (R2.21). */
  pageView?(place: ViewedPlace, referrer: string): void;
  event?(name: string, parameters: Parameters): void;
  /** SHA-256 of the user's normalised address (R5.11). */
  identify?(hash: string): void;
}

/** The window with third-party globals. */
export type TrackedWindow = Record<string, unknown>;

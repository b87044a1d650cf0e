import type { Place } from './page-place.ts';

export type TrackerName = 'analytics' | 'ads' | 'referral';

export type Parameters = Readonly<Record<string, string>>;

/** A page that is viewed, with the title that trackers are told. */
export interface ViewedPlace extends Place {
  title: string;
}

/** One tracker on this page. It is started only once the visitor agrees, and may be stopped and started again. */
export interface Tracker {
  /** Loads its script and counts the page shown now. */
  start(place: ViewedPlace, referrer: string): void;
  /** Nothing more is sent, and its cookies are to go. */
  stop(): void;
  /** Another route is shown (R2.21). */
  pageView?(place: ViewedPlace, referrer: string): void;
  event?(name: string, parameters: Parameters): void;
  /** Who uses the page, as the SHA-256 of their normalised address (R5.11). */
  identify?(hash: string): void;
}

/** The window, as scripts of others use it: by names of their own. */
export type TrackedWindow = Record<string, unknown>;

import type { Place } from './page-place.ts';

export type TrackerName = 'analytics' | 'ads' | 'referral';

export type Parameters = Readonly<Record<string, string>>;

export interface ViewedPlace extends Place {
  title: string;
}

export interface Tracker {
  start(place: ViewedPlace, referrer: string): void;
  stop(): void;
  pageView?(place: ViewedPlace, referrer: string): void;
  event?(name: string, parameters: Parameters): void;
  /** SHA-256 (R5.11). */
  identify?(hash: string): void;
}

export type TrackedWindow = Record<string, unknown>;

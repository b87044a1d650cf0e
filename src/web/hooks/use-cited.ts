import { useHistoryState } from 'wouter/use-browser-location';

/** In the page's history. */
export interface CitedState {
  cited: readonly string[];
}

/** Null if the user came another way. */
export const useCited = (): readonly string[] | null =>
  useHistoryState<Partial<CitedState> | null>()?.cited ?? null;

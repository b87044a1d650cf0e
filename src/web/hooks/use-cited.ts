import { useHistoryState } from 'wouter/use-browser-location';

/** In the page's history: the transcript lines that a link cited. */
export interface CitedState {
  cited: readonly string[];
}

/** The transcript lines whose link led here; null if the user came another way. */
export const useCited = (): readonly string[] | null =>
  useHistoryState<Partial<CitedState> | null>()?.cited ?? null;

import { useHistoryState } from 'wouter/use-browser-location';

/** Of the page's history: the lines of a transcript that a link was about. */
export interface CitedState {
  cited: readonly string[];
}

/** The lines of the transcript that led here; null if the user came by another way. */
export const useCited = (): readonly string[] | null =>
  useHistoryState<Partial<CitedState> | null>()?.cited ?? null;

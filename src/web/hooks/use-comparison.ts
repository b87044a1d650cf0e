import { navigate, useHistoryState } from 'wouter/use-browser-location';

/** In the page's history, so that Back closes the comparison. */
interface ComparisonState {
  comparedWith: string;
}

const here = () => window.location.href;

export function useComparison() {
  const state = useHistoryState<Partial<ComparisonState> | null>();
  return {
    comparedWith: state?.comparedWith ?? null,
    compareWith: (comparedWith: string) =>
      navigate(here(), { state: { ...state, comparedWith } satisfies ComparisonState }),
    close: () => navigate(here(), { state: { ...state, comparedWith: undefined } }),
  };
}

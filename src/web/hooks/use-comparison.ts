import { navigate, useHistoryState } from 'wouter/use-browser-location';

/** Of the page's history: the analysis with which the shown one is compared; Back closes it. */
interface ComparisonState {
  comparedWith: string;
}

const here = () => window.location.href;

/** The analysis with which the shown one is compared; null: none. */
export function useComparison() {
  const state = useHistoryState<Partial<ComparisonState> | null>();
  return {
    comparedWith: state?.comparedWith ?? null,
    compareWith: (comparedWith: string) =>
      navigate(here(), { state: { ...state, comparedWith } satisfies ComparisonState }),
    close: () => navigate(here(), { state: { ...state, comparedWith: undefined } }),
  };
}

import { useMemo, useSyncExternalStore } from 'react';
import { navigate, useHistoryState } from 'wouter/use-browser-location';

/** In the page's history, so that Back closes the lines. */
interface BesideState {
  beside: readonly string[];
  visit: number;
}

const twoColumns = '(min-width: 1100px)';

const subscribe = (changed: () => void) => {
  const query = window.matchMedia?.(twoColumns);
  query?.addEventListener('change', changed);
  return () => query?.removeEventListener('change', changed);
};
const isWide = () => window.matchMedia?.(twoColumns).matches ?? false;

/** Null: none, or the window is too narrow. */
export function useBeside() {
  const hasRoom = useSyncExternalStore(subscribe, isWide);
  const state = useHistoryState<Partial<BesideState> | null>();
  const { beside, visit = 0 } = state ?? {};
  const lines = useMemo(
    () => (hasRoom && beside ? { segmentIds: beside, visit } : null),
    [hasRoom, beside, visit],
  );
  return {
    hasRoom,
    lines,
    open: (segmentIds: readonly string[]) =>
      navigate(window.location.href, {
        state: { ...state, beside: segmentIds, visit: visit + 1 } satisfies BesideState,
        replace: lines !== null,
      }),
    close: () => window.history.back(),
  };
}

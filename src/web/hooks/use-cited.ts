import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';

/** In the page's history. */
export interface CitedState {
  cited: readonly string[];
}

/** Lines that the user came for: by a press in the app, or by a link from an export (`line`). Null if neither. */
export function useCited(): readonly string[] | null {
  const [query] = useSearchParams();
  const line = query.get('line');
  const linked = useMemo(() => (line !== null && /^[\w.-]{1,40}$/.test(line) ? [line] : null), [line]);
  return useHistoryState<Partial<CitedState> | null>()?.cited ?? linked;
}

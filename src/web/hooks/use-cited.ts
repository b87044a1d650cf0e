import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';

/** In the page's history. */
export interface CitedState {
  cited: readonly string[];
}

/** The line that a link from an export leads to. */
export function useLinkedLine(): string | null {
  const line = useSearchParams()[0].get('line');
  return line !== null && /^[\w.-]{1,40}$/.test(line) ? line : null;
}

/** Lines that the user came for: by a press in the app, or by a link from an export. Null if neither. */
export function useCited(): readonly string[] | null {
  const line = useLinkedLine();
  const linked = useMemo(() => (line === null ? null : [line]), [line]);
  return useHistoryState<Partial<CitedState> | null>()?.cited ?? linked;
}

import { useMemo } from 'react';
import { useLocationProperty } from 'wouter/use-browser-location';
import { type Tab, tabOf } from './paths.ts';
import { useApp } from './site-provider.tsx';

/** D9; each change is a history entry. */
export function useTab(): [Tab, (tab: Tab) => void] {
  const app = useApp();
  const tab = tabOf(useLocationProperty(() => window.location.hash));
  const setTab = useMemo(
    () => (next: Tab) => app.navigate(`${window.location.pathname}${window.location.search}#${next}`),
    [app],
  );
  return [tab, setTab];
}

import { useEffect, useEffectEvent } from 'react';
import { recordOf } from '#contract/unknown-values.ts';

const otherwiseAfterMs = 1_000;

/** Unless the user saves data. @param isReady when to start waiting */
export function useWhenIdle(isReady: boolean, work: () => void): void {
  const begin = useEffectEvent(work);
  useEffect(() => {
    if (!isReady || savesData()) return;
    // Safari has no idle callbacks.
    if (window.requestIdleCallback === undefined) {
      const timer = setTimeout(() => begin(), otherwiseAfterMs);
      return () => clearTimeout(timer);
    }
    const callback = window.requestIdleCallback(() => begin());
    return () => window.cancelIdleCallback(callback);
  }, [isReady]);
}

const savesData = (): boolean => recordOf(recordOf(window.navigator).connection).saveData === true;

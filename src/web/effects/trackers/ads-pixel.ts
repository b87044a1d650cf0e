import type { Trackers } from '#contract/trackers.ts';
import type { ScriptLoader } from './load-script.ts';
import type { TrackedWindow, Tracker } from './tracker.ts';

interface Pixel {
  (...command: unknown[]): void;
  callMethod?: (...command: unknown[]) => void;
  queue: unknown[][];
  loaded: boolean;
  version: string;
  disablePushState: boolean;
}

function openPixel(window: TrackedWindow): Pixel {
  const pixel: Pixel = Object.assign(
    (...command: unknown[]) => {
      if (pixel.callMethod === undefined) pixel.queue.push(command);
      else pixel.callMethod(...command);
    },
    // We send page views ourselves, once per route.
    { queue: [], loaded: true, version: '2.0', disablePushState: true },
  );
  window.fbq = pixel;
  window._fbq = pixel;
  return pixel;
}

/** R7.15. Collects no clicks or metadata, and nothing about pages behind secret links. */
export function createAdsPixel(
  { pixelId, script }: NonNullable<Trackers['ads']>,
  { window, loader }: { window: TrackedWindow; loader: ScriptLoader },
): Tracker {
  let pixel: Pixel | null = null;
  return {
    start(place, referrer) {
      if (pixel === null) {
        pixel = openPixel(window);
        pixel('set', 'autoConfig', false, pixelId);
        pixel('init', pixelId);
        loader.load(script);
      } else pixel('consent', 'grant');
      this.pageView?.(place, referrer);
    },
    stop: () => pixel?.('consent', 'revoke'),
    pageView(place) {
      // The script sends the address, which on shared pages is the key.
      if (!place.isShared) pixel?.('trackSingle', pixelId, 'PageView');
    },
    identify: (hash) => pixel?.('init', pixelId, { em: hash }),
  };
}

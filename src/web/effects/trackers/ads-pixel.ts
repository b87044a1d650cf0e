import type { Trackers } from '#contract/tracker-settings.ts';
import type { ScriptLoader } from './load-script.ts';
import type { TrackedWindow, Tracker } from './tracker.ts';

interface Pixel {
  (...command: unknown[]): void;
  /** Set by the script once it is there. */
  callMethod?: (...command: unknown[]) => void;
  queue: unknown[][];
  loaded: boolean;
  version: string;
  disablePushState: boolean;
}

function openPixel(window: TrackedWindow): Pixel {
  const pixel = ((...command) => {
    if (pixel.callMethod === undefined) pixel.queue.push(command);
    else pixel.callMethod(...command);
  }) as Pixel;
  // Page views are ours to tell, once for each route.
  Object.assign(pixel, { queue: [], loaded: true, version: '2.0', disablePushState: true });
  window.fbq = pixel;
  window._fbq = pixel;
  return pixel;
}

/** Meta's pixel (R7.15). It reads no buttons and no page by itself, and is told nothing of pages that a link alone opens. */
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
      // The script sends the page's own address, which there is a key.
      if (!place.isShared) pixel?.('trackSingle', pixelId, 'PageView');
    },
    identify: (hash) => pixel?.('init', pixelId, { em: hash }),
  };
}

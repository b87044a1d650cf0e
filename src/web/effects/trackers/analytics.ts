import type { Trackers } from '#contract/trackers.ts';
import type { ScriptLoader } from './load-script.ts';
import type { TrackedWindow, Tracker, ViewedPlace } from './tracker.ts';

type Send = (...command: unknown[]) => void;

const agreed = (state: 'granted' | 'denied') => ({
  analytics_storage: state,
  ad_storage: state,
  ad_user_data: state,
  ad_personalization: state,
});

/** Otherwise the script would read it from the page. */
const placed = ({ title, address }: ViewedPlace, referrer: string) => ({
  page_location: address,
  page_title: title,
  page_referrer: referrer,
});

export function createAnalytics(
  config: NonNullable<Trackers['analytics']>,
  deps: { window: TrackedWindow; loader: ScriptLoader; build: string | null; now: () => Date },
): Tracker {
  const { measurementId, dataLayer, script, parameters } = config;
  const { window, loader } = deps;
  const disabled = `ga-disable-${measurementId}`;
  let send: Send | null = null;

  /** The script only accepts `arguments` objects. */
  function openLayer(): Send {
    const begun = window[dataLayer];
    const layer: unknown[] = Array.isArray(begun) ? begun : [];
    window[dataLayer] = layer;
    return function push() {
      // biome-ignore lint/complexity/noArguments: see above.
      layer.push(arguments);
    };
  }

  return {
    start(place, referrer) {
      window[disabled] = false;
      if (send !== null) {
        send('consent', 'update', agreed('granted'));
        this.pageView?.(place, referrer);
        return;
      }
      send = openLayer();
      send('js', deps.now());
      send('set', placed(place, referrer));
      send('config', measurementId, {
        ...parameters,
        send_page_view: true,
        allow_google_signals: true,
        allow_ad_personalization_signals: true,
        environment: 'production',
        build_hash: deps.build ?? 'development',
        ...placed(place, referrer),
      });
      loader.load(`${script}?id=${encodeURIComponent(measurementId)}&l=${encodeURIComponent(dataLayer)}`);
    },
    stop() {
      window[disabled] = true;
      send?.('consent', 'update', agreed('denied'));
    },
    pageView(place, referrer) {
      send?.('set', placed(place, referrer));
      send?.('event', 'page_view', { send_to: measurementId, ...placed(place, referrer) });
    },
    event: (name, parameters) => send?.('event', name, { send_to: measurementId, ...parameters }),
    identify: (hash) => send?.('set', 'user_data', { sha256_email_address: hash }),
  };
}

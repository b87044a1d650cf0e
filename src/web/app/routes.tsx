import { lazy, Suspense, useDeferredValue } from 'react';
import { Redirect, Router, useLocation, useSearch } from 'wouter';
import { useBrowserLocation, useSearch as useBrowserSearch } from 'wouter/use-browser-location';
import { movedPaths } from '#contract/pages.ts';
import { PageShell } from '#web/features/shell/page-shell.tsx';
import { notFoundPage, type PublicPage, publicPageAt } from '#web/pages/page-catalogue.ts';
import { isAppPath } from './paths.ts';
import { isPublicPageLoaded, PublicPageView, useInternalLinks, useSentPage } from './public-page.tsx';
import { useTracking } from './tracking-provider.tsx';
import { WithoutScript } from './without-script.tsx';

/** Chunks of their own: a visitor of the public pages does not load them. */
const accountRoutes = () => import('./account-routes.tsx');
const CampaignRoute = lazy(async () => ({ default: (await accountRoutes()).CampaignRoute }));
const AlphaRoute = lazy(async () => ({ default: (await accountRoutes()).AlphaRoute }));

/** R2.14, R6.7: in development only; a build leaves it out. */
const ComponentsPage = import.meta.env.DEV
  ? lazy(async () => ({
      default: (await import('#web/features/components/components-page.tsx')).ComponentsPage,
    }))
  : null;

/** R2.5: an old address; its query is kept. */
function MovedRoute({ to }: { to: string }) {
  const search = useSearch();
  return <Redirect to={`${to}${search === '' ? '' : `?${search}`}`} replace />;
}

function Place({ first }: { first: PublicPage | null }) {
  const [path] = useLocation();
  useInternalLinks();
  const isApp = isAppPath(path);
  const page = isApp ? null : (publicPageAt(path) ?? notFoundPage);
  const sent = useSentPage(first, page);
  if (isApp)
    return (
      <>
        <WithoutScript />
        {path === '/campaign' ? (
          <CampaignRoute />
        ) : path === '/alpha-features' ? (
          <AlphaRoute otherwise={<PublicPageView page={notFoundPage} sent={null} />} />
        ) : null}
      </>
    );
  if (ComponentsPage !== null && path === '/dev/components') return <ComponentsPage />;
  const moved = movedPaths[path];
  if (moved !== undefined) return <MovedRoute to={moved} />;
  return page === null ? null : <PublicPageView page={page} sent={sent} />;
}

/** Whether the way leads to a page whose code is still to come; until then the page before stays, frame and head with it. */
function isToCome(path: string): boolean {
  const page = publicPageAt(path);
  return page !== undefined && !isPublicPageLoaded(page);
}

type Options = { ssrPath?: string; ssrSearch?: string };

const useSettledLocation = (options?: Options): ReturnType<typeof useBrowserLocation> => {
  const [path, navigate] = useBrowserLocation(options);
  const settled = useDeferredValue(path);
  return [isToCome(path) ? settled : path, navigate];
};

const useSettledSearch = (options?: Options): string => {
  const [path] = useBrowserLocation(options);
  const search = useBrowserSearch(options);
  const settled = useDeferredValue(search);
  return isToCome(path) ? settled : search;
};

/** Comes with the trackers: where the operator has set up none, nobody is asked (R7.15). Unasked, none runs. */
const ConsentBanner = lazy(() =>
  import('#web/features/consent/consent-banner.tsx').then(
    (module) => ({ default: module.ConsentBanner }),
    () => ({ default: () => null }),
  ),
);

/** Everything that trackers would be told, in development alone. */
const TrackingPanel =
  import.meta.env.MODE === 'development'
    ? lazy(async () => ({
        default: (await import('#web/features/consent/tracking-panel.tsx')).TrackingPanel,
      }))
    : null;

function Asides() {
  const tracks = useTracking() !== null;
  return (
    <>
      {tracks ? (
        <Suspense fallback={null}>
          <ConsentBanner />
        </Suspense>
      ) : null}
      {TrackingPanel ? (
        <Suspense fallback={null}>
          <TrackingPanel />
        </Suspense>
      ) : null}
    </>
  );
}

/**
 * R2: every address of the app; any other is the 404 page (R2.15).
 * @param first the public page that the server has sent as HTML
 * @param address where there is no browser: the path to be drawn
 */
export function Routes({ first = null, address }: { first?: PublicPage | null; address?: string }) {
  return (
    <Router
      hook={useSettledLocation}
      searchHook={useSettledSearch}
      {...(address === undefined ? {} : { ssrPath: address })}
    >
      <PageShell bottom={<Asides />}>
        <Suspense fallback={null}>
          <Place first={first} />
        </Suspense>
      </PageShell>
    </Router>
  );
}

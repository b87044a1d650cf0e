import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useEffect,
  useMemo,
} from 'react';
import { Redirect, Router, useLocation, useSearch } from 'wouter';
import { useBrowserLocation, useSearch as useBrowserSearch } from 'wouter/use-browser-location';
import { type AccountPath, isAccountPath, movedPaths } from '#contract/pages.ts';
import { PageShell } from '#web/features/shell/page-shell.tsx';
import { useAccountPart } from '#web/flows/account-part/use-account-part.ts';
import { useAuth } from '#web/flows/auth/use-auth.ts';
import { useDialogAddress } from '#web/flows/sign-in/use-dialog.ts';
import { campaignPlaceOf, isAppPath, missingPlaceOf, worldPlaceOf } from '#web/hooks/paths.ts';
import { useSite, WithAccount } from '#web/hooks/site-provider.tsx';
import { useTracking } from '#web/hooks/tracking-provider.tsx';
import { notFoundPage, publicPageAt } from '#web/pages/page-catalogue.ts';
import type { PublicPage } from '#web/pages/public-page.ts';
import { WindowTitleProvider } from '#web/ui/page-heading.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { isPublicPageLoaded, PublicPageView, useInternalLinks, useSentPage } from './public-page-view.tsx';
import { WithoutScript } from './without-script.tsx';

const CampaignArea = lazy(async () => ({
  default: (await import('#web/features/campaign/campaign-area.tsx')).CampaignArea,
}));

const AlphaArea = lazy(async () => ({
  default: (await import('#web/features/alpha/alpha-features.tsx')).AlphaArea,
}));

const ComponentsPage = import.meta.env.DEV
  ? lazy(async () => ({
      default: (await import('#web/features/components/components-page.tsx')).ComponentsPage,
    }))
  : null;

/** R6.4; until the sign-in is known, the previous content stays. */
function AccountPlace({ open = false, children }: { open?: boolean; children: ReactNode }) {
  const { status } = useAuth();
  const { need } = useAccountPart();
  const site = useSite();
  const { hash } = useDialogAddress();
  const nameWindow = useMemo(() => (title: string) => site.showHead({ title }), [site]);
  useEffect(need, [need]);
  if (!open && status === 'signedOut') return <Redirect to={`/${hash}`} replace />;
  return open || status === 'signedIn' ? (
    <WindowTitleProvider value={nameWindow}>
      <Suspense fallback={null}>
        <WithAccount>{children}</WithAccount>
      </Suspense>
    </WindowTitleProvider>
  ) : null;
}

function CampaignRoute() {
  const search = useSearch();
  return (
    <AccountPlace>
      <CampaignArea
        {...campaignPlaceOf(search)}
        world={worldPlaceOf(search)}
        missing={missingPlaceOf(search)}
      />
    </AccountPlace>
  );
}

const AlphaRoute = () => (
  <AccountPlace open>
    <AlphaArea otherwise={<PublicPageView page={notFoundPage} sent={null} />} />
  </AccountPlace>
);

const accountRoutes: Readonly<Record<AccountPath, ComponentType>> = {
  '/campaign': CampaignRoute,
  '/alpha-features': AlphaRoute,
};

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
  if (isApp) {
    const Account = isAccountPath(path) ? accountRoutes[path] : null;
    return (
      <>
        <WithoutScript />
        {Account === null ? null : <Account />}
      </>
    );
  }
  if (ComponentsPage !== null && path === '/dev/components') return <ComponentsPage />;
  const moved = movedPaths[path];
  if (moved !== undefined) return <MovedRoute to={moved} />;
  return page === null ? null : <PublicPageView page={page} sent={sent} />;
}

function PlaceBoundary({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  const search = useSearch();
  return <ErrorBoundary place={`${path}?${search}`}>{children}</ErrorBoundary>;
}

/** Until then the previous page stays. */
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

const ConsentBanner = lazy(() =>
  import('#web/features/consent/consent-banner.tsx').then(
    (module) => ({ default: module.ConsentBanner }),
    () => ({ default: () => null }),
  ),
);

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
 * R2, R2.15. @param first the page in the server's HTML @param address the path to render first, whatever the window shows
 * by then @param search with its question mark
 */
export function Routes({
  first = null,
  address,
  search = '',
}: {
  first?: PublicPage | null;
  address?: string;
  search?: string;
}) {
  return (
    <Router
      hook={useSettledLocation}
      searchHook={useSettledSearch}
      {...(address === undefined ? {} : { ssrPath: address, ssrSearch: search })}
    >
      <PageShell bottom={<Asides />}>
        <PlaceBoundary>
          <Suspense fallback={null}>
            <Place first={first} />
          </Suspense>
        </PlaceBoundary>
      </PageShell>
    </Router>
  );
}

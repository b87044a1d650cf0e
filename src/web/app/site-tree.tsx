import { StrictMode, useEffect } from 'react';
import type { Site } from '#web/hooks/site-port.ts';
import { SiteProvider } from '#web/hooks/site-provider.tsx';
import type { PublicPage } from '#web/pages/public-page.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Routes } from './routes.tsx';

function Start({ site }: { site: Site }) {
  useEffect(() => site.start(), [site]);
  return null;
}

/**
 * @param address the path to render without a browser, or to hydrate: a link may be pressed before all is hydrated
 * @param search of that address
 */
export function SiteTree({
  site,
  first,
  ...opened
}: {
  site: Site;
  first: PublicPage | null;
  address?: string;
  search?: string;
}) {
  return (
    <StrictMode>
      <SiteProvider site={site}>
        <ErrorBoundary>
          <Routes first={first} {...opened} />
        </ErrorBoundary>
        <Start site={site} />
      </SiteProvider>
    </StrictMode>
  );
}

import { StrictMode, useEffect } from 'react';
import type { Site } from '#web/hooks/site-port.ts';
import { SiteProvider } from '#web/hooks/site-provider.tsx';
import type { PublicPage } from '#web/pages/public-page.ts';
import { Routes } from './routes.tsx';

function Start({ site }: { site: Site }) {
  useEffect(() => site.start(), [site]);
  return null;
}

/** @param address the path to render without a browser */
export function SiteTree({
  site,
  first,
  address,
}: {
  site: Site;
  first: PublicPage | null;
  address?: string;
}) {
  return (
    <StrictMode>
      <SiteProvider site={site}>
        <Routes first={first} {...(address === undefined ? {} : { address })} />
        <Start site={site} />
      </SiteProvider>
    </StrictMode>
  );
}

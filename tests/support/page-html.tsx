import type { ComponentType, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Router } from 'wouter';
import { createSite } from '#web/app/create-site.ts';
import { SiteProvider } from '#web/hooks/site-provider.tsx';
import type { PublicPage } from '#web/pages/public-page.ts';

const unwanted = (what: string) => async () => {
  throw new Error(`A page that is only read asked for ${what}.`);
};

export function quietSite(page: Window & typeof globalThis = window) {
  return createSite({
    fetch: unwanted('an answer of the server'),
    page,
    storage: page.localStorage,
    cookies: () => '',
    navigate: () => {},
    importAccountPart: unwanted('the account part'),
  });
}

export function OnQuietSite({ children }: { children: ReactNode }) {
  return <SiteProvider site={quietSite()}>{children}</SiteProvider>;
}

export async function htmlOf({ path, load }: Pick<PublicPage, 'path' | 'load'>): Promise<string> {
  const Page: ComponentType = await load();
  return renderToStaticMarkup(
    <Router ssrPath={path}>
      <OnQuietSite>
        <Page />
      </OnQuietSite>
    </Router>,
  );
}

export async function documentOf(page: Pick<PublicPage, 'path' | 'load'>): Promise<Document> {
  return new DOMParser().parseFromString(await htmlOf(page), 'text/html');
}

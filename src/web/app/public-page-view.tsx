import { type ComponentType, use, useEffect, useState, useSyncExternalStore } from 'react';
import { aimAtHash } from '#web/effects/aim-at-hash.ts';
import { callOf } from '#web/effects/answer-calls.ts';
import { useSite } from '#web/hooks/site-provider.tsx';
import { publicPageAt } from '#web/pages/page-catalogue.ts';
import type { PublicPage } from '#web/pages/public-page.ts';
import { WindowTitleProvider } from '#web/ui/page-heading.tsx';
import { PageIslands } from './page-islands.tsx';

type Load = PublicPage['load'];

/** React reads these fields of a promise, so a loaded page renders without suspending. */
type Settled = Promise<ComponentType> & { status?: 'fulfilled'; value?: ComponentType };

const pages = new Map<Load, Settled>();

/** Forgets failures, so that a retry works. */
export function loadPublicPage({ load }: PublicPage): Promise<ComponentType> {
  const known = pages.get(load);
  if (known !== undefined) return known;
  const promise: Settled = load();
  promise.then(
    (value) => Object.assign(promise, { status: 'fulfilled', value }),
    () => pages.delete(load),
  );
  pages.set(load, promise);
  return promise;
}

export const isPublicPageLoaded = ({ load }: PublicPage): boolean => pages.get(load)?.status === 'fulfilled';

function Loaded({ page }: { page: PublicPage }) {
  const Page = use(loadPublicPage(page));
  useEffect(() => aimAtHash(window));
  return <Page />;
}

// Constant, because React resets the content whenever the object changes.
const asSent = { __html: '' };
const leaveWindow = () => {};

/** React doesn't touch the server's HTML during hydration, so the first page needs no code. */
export function PublicPageView({ page, sent }: { page: PublicPage; sent: Load | null }) {
  const site = useSite();
  useEffect(() => site.showHead({ path: page.path }), [site, page]);
  return (
    <WindowTitleProvider value={leaveWindow}>
      {sent === page.load && !page.interactive ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: it sets nothing; it keeps the server's HTML
        <div key="sent" className="public-page" dangerouslySetInnerHTML={asSent} suppressHydrationWarning />
      ) : (
        <div key="made" className="public-page">
          <Loaded page={page} />
        </div>
      )}
      <PageIslands key={page.path} />
    </WindowTitleProvider>
  );
}

const never = () => () => {};
const isFalse = () => false;
const isTrue = () => true;

/** The first page, until the first navigation. */
export function useSentPage(first: PublicPage | null, shown: PublicPage | null): Load | null {
  // React has then rendered the page itself.
  const isTakenOver = useSyncExternalStore(never, isFalse, isTrue);
  const [sent, setSent] = useState<Load | null>(() => (isTakenOver ? (first?.load ?? null) : null));
  if (sent !== null && shown?.load !== sent) {
    setSent(null);
    return null;
  }
  return sent;
}

/** For links in static HTML. */
export function useInternalLinks(): void {
  const site = useSite();
  useEffect(() => {
    const linkOf = (event: Event) => {
      const link =
        event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
      const isOurs =
        link !== null && link.origin === window.location.origin && !link.target && !link.download;
      return isOurs ? link : null;
    };
    const follow = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = linkOf(event);
      const isElsewhere =
        link !== null && link.pathname + link.search !== window.location.pathname + window.location.search;
      if (!isElsewhere || publicPageAt(link.pathname) === undefined) return;
      event.preventDefault();
      site.navigate(link.pathname + link.search + link.hash);
    };
    const foresee = (event: Event) => {
      if (callOf(event) !== null) site.foreseeAccount();
      const page = publicPageAt(linkOf(event)?.pathname ?? '');
      const isShown = page?.load === publicPageAt(window.location.pathname)?.load;
      if (page !== undefined && !isShown) loadPublicPage(page).catch(() => {});
    };
    document.addEventListener('click', follow);
    document.addEventListener('pointerover', foresee, { passive: true });
    document.addEventListener('focusin', foresee);
    return () => {
      document.removeEventListener('click', follow);
      document.removeEventListener('pointerover', foresee);
      document.removeEventListener('focusin', foresee);
    };
  }, [site]);
}

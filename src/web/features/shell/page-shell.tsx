import { type ReactNode, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useAccountPart } from '#web/flows/account-part/use-account-part.ts';
import { useAuth } from '#web/flows/auth/use-auth.ts';
import { useReleaseWatch } from '#web/flows/release-watch/use-release-watch.ts';
import { useScrollToTarget } from '#web/flows/scroll-to-target/use-scroll-to-target.ts';
import { useDialog } from '#web/flows/sign-in/use-dialog.ts';
import { hasFooter } from '#web/hooks/paths.ts';
import { useBuildInfo, useIsOnline, useServerFacts } from '#web/hooks/shell-hooks.ts';
import { FromAccount } from '#web/hooks/site-provider.tsx';
import { usePageViews } from '#web/hooks/tracking-hooks.ts';
import { ArrivalProvider } from '#web/ui/page-heading.tsx';
import { Announcements } from './announcements.tsx';
import { Footer } from './footer.tsx';
import { NavigationBar } from './navigation-bar.tsx';
import { Notices } from './notices.tsx';
import { RouteAnnouncer } from './route-announcer.tsx';
import './shell.css';

function useArrivals(place: string): number {
  const [seen, setSeen] = useState({ place, arrivals: 0 });
  if (seen.place === place) return seen.arrivals;
  const next = { place, arrivals: seen.arrivals + 1 };
  setSeen(next);
  return next.arrivals;
}

interface PageShellProps {
  bottom?: ReactNode;
  children: ReactNode;
}

/** Announcements at the lower edge do not shift the layout. */
export function PageShell({ bottom, children }: PageShellProps) {
  const auth = useAuth();
  const part = useAccountPart();
  const release = useReleaseWatch();
  const facts = useServerFacts();
  const build = useBuildInfo();
  const isOnline = useIsOnline();
  const dialog = useDialog();
  const [path] = useLocation();
  const search = useSearch();
  const arrivals = useArrivals(`${path}?${search}`);
  useScrollToTarget();
  usePageViews();

  const unknown = dialog.isForVisitor ? 'signedOut' : 'unknown';
  const visitor = auth.status === 'signedIn' || auth.status === 'signedOut' ? auth.status : unknown;
  const isRefused = !(auth.user?.allowedCountry ?? true) || !facts.allowedCountry;
  return (
    <ArrivalProvider value={arrivals}>
      <div className="shell">
        <NavigationBar
          path={path}
          visitor={visitor}
          links={facts.links}
          joining={dialog.isOpening}
          onJoin={dialog.open}
          onForesee={part.foresee}
          onRetry={auth.status === 'unreachable' ? auth.retry : undefined}
        >
          <FromAccount>
            {({ AccountNavigation }) => <AccountNavigation path={path} links={facts.links} />}
          </FromAccount>
        </NavigationBar>
        <RouteAnnouncer />
        {children}
        {hasFooter(path) ? <Footer build={build} links={facts.links} /> : null}
      </div>
      <div className="shell-bottom">
        <Notices />
        <Announcements
          release={release}
          refusedCountry={isRefused ? { name: auth.user?.country ?? facts.country } : null}
          offline={isOnline ? null : { mayHaveChanges: visitor === 'signedIn' }}
        />
        {bottom}
      </div>
      <FromAccount>
        {({ AccountDialogs }) => (
          <AccountDialogs joins={dialog.isAsked} choice={dialog.choice} onJoinClosed={dialog.close} />
        )}
      </FromAccount>
    </ArrivalProvider>
  );
}

import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { balanceHours } from '#contract/credits.ts';
import { useAuth, useLoadingOverlay, useScrollToTarget } from '#web/app/hooks.ts';
import { joinHash } from '#web/app/paths.ts';
import { ArrivalProvider } from '#web/ui/page-heading.tsx';
import { Footer } from './footer.tsx';
import { ModalHost } from './modal-host.tsx';
import { type AccountSummary, NavigationBar } from './navigation-bar.tsx';
import { Notices } from './notices.tsx';
import { ReleaseBanner } from './release-banner.tsx';
import { SignInDialog } from './sign-in-dialog.tsx';
import './shell.css';

function useHash(): string {
  const [hash, setHash] = useState(() => window.location.hash);
  useEffect(() => {
    const read = () => setHash(window.location.hash);
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  return hash;
}

function closeJoin() {
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

/** How many times one has gone to another place since the page was loaded. */
function useArrivals(place: string): number {
  const [seen, setSeen] = useState({ place, arrivals: 0 });
  if (seen.place === place) return seen.arrivals;
  const next = { place, arrivals: seen.arrivals + 1 };
  setSeen(next);
  return next.arrivals;
}

/** The frame of every route: navigation bar, announcements (R2.30), notices, the loading overlay, the sign-in dialog and the footer. */
export function PageShell({ children }: { children: ReactNode }) {
  const auth = useAuth();
  const overlay = useLoadingOverlay();
  const hash = useHash();
  useScrollToTarget();
  const [path] = useLocation();
  const search = useSearch();
  const arrivals = useArrivals(`${path}?${search}`);

  const account: AccountSummary | null = auth.user
    ? {
        email: auth.user.userEmail,
        creditBalance: auth.user.userCreditBalance,
        freeAnalysisBalance: auth.user.freeAnalysisBalance,
        hours: balanceHours(auth.user.userCreditBalance),
      }
    : null;
  const onCampaign = path.startsWith('/campaign');

  return (
    <ArrivalProvider value={arrivals}>
      <NavigationBar
        account={auth.status === 'checking' || auth.status === 'unreachable' ? 'unknown' : account}
        signingOut={auth.isBusy}
        onSignIn={() => {
          window.location.hash = joinHash;
        }}
        onSignOut={auth.signOut}
        onRetry={auth.status === 'unreachable' ? auth.retry : undefined}
      />
      <ReleaseBanner />
      <Notices />
      {overlay.isVisible ? (
        <div className="overlay" role="status">
          <div className="overlay-bar" />
          <span className="visually-hidden">Working …</span>
        </div>
      ) : null}
      {children}
      {onCampaign ? null : <Footer />}
      {hash === joinHash && auth.status === 'signedOut' ? <SignInDialog onClose={closeJoin} /> : null}
      <ModalHost />
    </ArrivalProvider>
  );
}

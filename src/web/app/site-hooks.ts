import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useLocation, useSearch } from 'wouter';
import { isDialogHash } from '#contract/choices.ts';
import {
  type AccountPartStatus,
  selectAccountPart,
  selectAccountPartFailure,
} from '#machines/account-part/account-part.selectors.ts';
import {
  type AuthStatus,
  selectAuthFailure,
  selectAuthStatus,
  selectIsAuthBusy,
  selectUser,
} from '#machines/auth/auth.selectors.ts';
import { tag } from '#machines/kit/tags.ts';
import {
  selectMaintenance,
  selectReleaseStatus,
  selectTimeLeft,
} from '#machines/release-watch/release-watch.selectors.ts';
import { aimAtHash } from '#web/effects/aim-at-hash.ts';
import { publicPageAt } from '#web/pages/page-catalogue.ts';
import { scrollTargetOf } from './paths.ts';
import { useAppIfLoaded, useSite } from './site-provider.tsx';
import { useSnapshot } from './use-snapshot.ts';

/** Goes to an address of the app. */
export function useNavigate() {
  return useSite().navigate;
}

/** The part of the page for people with an account: whether it is there, and how to have it. */
export function useAccountPart() {
  const site = useSite();
  const status = selectAccountPart(useSnapshot(site.accountPart()));
  const commands = useMemo(
    () => ({
      /** Loads it, also after a failure. */
      need: () => site.needAccount(),
      /** It may be needed soon: fetches its files ahead. */
      foresee: () => site.foreseeAccount(),
    }),
    [site],
  );
  return { status, ...commands };
}

/** Who is signed in (R4.1). Without the account part nobody is; while it is loaded that is being checked. */
export function useAuth() {
  const site = useSite();
  const auth = useAppIfLoaded()?.auth();
  const snapshot = useSnapshot(auth);
  const part = useSnapshot(site.accountPart());
  const commands = useMemo(
    () => ({
      signOut: () => auth?.send({ type: 'logout.requested' }),
      retry: () => {
        if (auth === undefined) site.needAccount();
        else auth.send({ type: 'retry' });
      },
      /** Reads the balances again. */
      refresh: () => auth?.send({ type: 'refresh.requested' }),
    }),
    [auth, site],
  );
  if (snapshot === undefined) {
    return {
      status: statusWithoutAccount(selectAccountPart(part), site.expectsAccount),
      user: null,
      failure: selectAccountPartFailure(part),
      isBusy: false,
      ...commands,
    };
  }
  return {
    status: selectAuthStatus(snapshot),
    user: selectUser(snapshot),
    failure: selectAuthFailure(snapshot),
    isBusy: selectIsAuthBusy(snapshot),
    ...commands,
  };
}

function statusWithoutAccount(part: AccountPartStatus, expectsAccount: boolean): AuthStatus {
  if (part === 'failed') return 'unreachable';
  return part === 'absent' && !expectsAccount ? 'signedOut' : 'checking';
}

/** The app's own alerts (R8). */
export function useNotices() {
  const { notices } = useSite();
  return {
    notices: useSyncExternalStore(notices.subscribe, notices.get, notices.get),
    show: notices.show,
    dismiss: notices.dismiss,
  };
}

/** R4.18 */
export function useLoadingOverlay() {
  const overlay = useSnapshot(useAppIfLoaded()?.overlay());
  return { isVisible: overlay?.hasTag(tag.modal) ?? false };
}

/** What everyone should know of the server (R4.4): `maintenance` in milliseconds since 1970, `timeLeft` until it begins. */
export function useReleaseWatch() {
  const watch = useSite().releaseWatch();
  const snapshot = useSnapshot(watch);
  return {
    status: selectReleaseStatus(snapshot),
    maintenance: selectMaintenance(snapshot),
    timeLeft: selectTimeLeft(snapshot),
    reload: () => watch.send({ type: 'reload.requested' }),
  };
}

/** Scrolls on every change of the route, and on the first page where it names a target or is drawn late (R2.19, R2.20). */
export function useScrollToTarget(): void {
  const site = useSite();
  const [path] = useLocation();
  const search = useSearch();
  const route = `${path}?${search}`;
  const shown = useRef<string | null>(null);
  useEffect(() => {
    if (shown.current === route) return;
    const isFirst = shown.current === null;
    shown.current = route;
    const target = scrollTargetOf(window.location, publicPageAt(path)?.target);
    if (!isFirst || target !== null || site.hasMoved()) site.enterRoute(target);
    else site.enterFirstRoute();
    aimAtHash(window);
  }, [site, path, route]);
  useEffect(() => {
    // The link to where one is already: wouter tells of the step, and the route stays.
    const onStep = () => {
      if (isDialogHash(window.location.hash)) return;
      const target = scrollTargetOf(window.location, publicPageAt(window.location.pathname)?.target);
      const stays = `${window.location.pathname}?${window.location.search.slice(1)}` === shown.current;
      if (stays && target !== null) site.enterRoute(target);
    };
    window.addEventListener('pushState', onStep);
    return () => window.removeEventListener('pushState', onStep);
  }, [site]);
}

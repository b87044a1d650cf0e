import type { QueryClient } from '@tanstack/react-query';
import type { SignedInSession } from '#contract/account.ts';
import { recordOf } from '#contract/unknown-values.ts';
import {
  selectAuthFailure,
  selectIsAuthAwaited,
  selectIsAuthBusy,
  selectUser,
} from '#machines/auth/auth.selectors.ts';
import type { CredentialEntries } from '#web/effects/credential-entries.ts';
import type { PaymentJourney } from '#web/effects/payment-journey.ts';
import { partNotLoaded } from '#web/hooks/late-view.tsx';
import { isAppPath } from '#web/hooks/paths.ts';
import type { ComposedSite } from './create-site.ts';
import { takeLinkedCode } from './linked-code.ts';
import type { RunningFlows } from './run-flows.ts';

/**
 * Greets who signs in, shows what went wrong with it, and covers the page while work is under way. `cover` covers it until the
 * function that it returns is called.
 */
export function watchApp({
  site,
  running: { accessors, flows, send },
  queryClient,
  secrets,
  journey,
}: {
  site: ComposedSite;
  running: RunningFlows;
  queryClient: QueryClient;
  secrets: CredentialEntries;
  journey: PaymentJourney;
}) {
  const { auth, loadingOverlay } = accessors;
  const { page, navigate } = site.dependencies;
  let covers = 0;
  let isWatching = false;
  let isWorking = false;
  let arrived: string | null = null;

  function showWork(): void {
    if (!isWatching) return;
    const isSaving = queryClient
      .getMutationCache()
      .getAll()
      .some(({ state, meta }) => state.status === 'pending' && meta?.background !== true);
    const authNow = auth().getSnapshot();
    const isAuthAwaited =
      selectIsAuthAwaited(authNow) || (selectIsAuthBusy(authNow) && isAppPath(page.location.pathname));
    const isBusy = isSaving || covers > 0 || isAuthAwaited;
    if (isBusy === isWorking) return;
    isWorking = isBusy;
    loadingOverlay().send({ type: isBusy ? 'work.started' : 'work.finished' });
  }

  function welcome(user: SignedInSession | null): void {
    if (user?.userId === arrived) return;
    arrived = user?.userId ?? null;
    if (user === null) return;
    const code = takeLinkedCode(page.location, navigate);
    if (code !== null) secrets.put({ kind: 'code', code });
    const paymentReturn = journey.findReturn(user.userId);
    send({ type: 'user.arrived', user, hasLinkedCode: code !== null, paymentReturn });
    const returned = [
      ...(paymentReturn.checkout === null ? [] : [flows.load('checkout')]),
      ...(paymentReturn.fromPortal ? [flows.load('billingPortal')] : []),
    ];
    Promise.all(returned).catch(() => site.notices.show(partNotLoaded));
  }

  function tellReturn(): void {
    if (page.document.visibilityState === 'visible' && page.navigator.onLine) send({ type: 'page.returned' });
  }

  /** Loads what says that the server can transcribe again only where it cannot. */
  function watchDeafness(): () => void {
    const { serverFacts } = site;
    let stop = serverFacts.subscribe(look);
    function look(): void {
      if (recordOf(serverFacts.get().hearing).state !== 'unavailable') return;
      stop();
      stop = () => {};
      void import('./heard-again.ts').then(
        ({ announceHearing }) => {
          stop = isWatching ? announceHearing({ site, queryClient, flows }) : stop;
        },
        () => undefined,
      );
    }
    look();
    return () => stop();
  }

  return {
    cover(): () => void {
      covers += 1;
      showWork();
      return () => {
        covers -= 1;
        showWork();
      };
    },
    /** Returns a function to stop. */
    start(): () => void {
      isWatching = true;
      let told = selectAuthFailure(auth().getSnapshot());
      const watching = auth().subscribe((snapshot) => {
        const failure = selectAuthFailure(snapshot);
        if (failure !== told && failure !== null) site.notices.show(failure.message);
        told = failure;
        welcome(selectUser(snapshot));
        site.tracking.identify(selectUser(snapshot)?.userEmail ?? null);
        showWork();
      });
      const unsubscribe = queryClient.getMutationCache().subscribe(showWork);
      const stopHearing = watchDeafness();
      page.addEventListener('online', tellReturn);
      page.document.addEventListener('visibilitychange', tellReturn);
      showWork();
      return () => {
        isWatching = false;
        stopHearing();
        page.removeEventListener('online', tellReturn);
        page.document.removeEventListener('visibilitychange', tellReturn);
        watching.unsubscribe();
        unsubscribe();
      };
    },
  };
}

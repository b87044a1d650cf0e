import { useLayoutEffect, useRef } from 'react';
import type { Choice } from '#contract/choices.ts';
import { balanceHours } from '#contract/credits.ts';
import type { SocialLinks } from '#contract/status.ts';
import { subscriptionWords } from '#machines/subscription/subscription.selectors.ts';
import { useHasAlphaFeatures } from '#web/flows/alpha-flag/use-alpha-features.ts';
import { useAuth } from '#web/flows/auth/use-auth.ts';
import { useExpiringCredits } from '#web/flows/auth/use-expiring-credits.ts';
import { useChoice } from '#web/flows/checkout/use-choice.ts';
import { useLoadingOverlay } from '#web/flows/loading-overlay/use-loading-overlay.ts';
import { useModals } from '#web/flows/modals/use-modals.ts';
import { lateView } from '#web/hooks/late-view.tsx';
import { WhenLoaded } from '#web/hooks/use-flow.ts';
import { LoadingOverlay } from '#web/ui/loading-overlay.tsx';
import { day } from '#web/ui/text.ts';
import { AccountBar } from './account-bar.tsx';
import { ModalHost } from './modal-host.tsx';

/** Loads together with the account part if the user is not signed in. */
export const SignInDialog = lateView(
  async () => (await import('#web/flows/sign-in/sign-in-dialog.tsx')).SignInDialog,
);

const PlayerPlace = lateView(async () => (await import('./player/player-place.tsx')).PlayerPlace);
const SearchButton = lateView(async () => (await import('./search-button.tsx')).SearchButton, {
  meanwhile: <span className="navigation-search" />,
});
const RecordingBar = lateView(async () => (await import('./recording/recording-bar.tsx')).RecordingBar);

interface AccountNavigationProps {
  path: string;
  links: SocialLinks;
}

export function AccountNavigation(props: AccountNavigationProps) {
  const { user, signOut } = useAuth();
  const { open } = useModals();
  const alphaFeatures = useHasAlphaFeatures();
  const expiring = useExpiringCredits();
  if (user === null) return null;
  const opener = (modal: 'purchaseOptions' | 'creditsAndBilling' | 'feedback' | 'accountSettings') => () =>
    open(modal);
  return (
    <AccountBar
      {...props}
      alphaFeatures={alphaFeatures}
      account={{
        email: user.userEmail,
        creditBalance: user.userCreditBalance,
        freeAnalysisBalance: user.freeAnalysisBalance,
        hours: balanceHours(user.userCreditBalance),
        expiring,
        problem: user.activeSubscription && subscriptionWords(user.activeSubscription, day).problem,
      }}
      onPurchase={opener('purchaseOptions')}
      onHistory={opener('creditsAndBilling')}
      search={<SearchButton />}
      onFeedback={opener('feedback')}
      onSettings={opener('accountSettings')}
      onSignOut={signOut}
    />
  );
}

interface AccountDialogsProps {
  joins: boolean;
  choice?: Choice | null;
  onJoinClosed: () => void;
}

export function AccountDialogs({ joins, choice = null, onJoinClosed }: AccountDialogsProps) {
  const { status } = useAuth();
  useChoice(choice);
  return (
    <>
      {joins && status === 'signedOut' ? <SignInDialog choice={choice} onClose={onJoinClosed} /> : null}
      <WhenLoaded flow="player">
        <PlayerPlace />
      </WhenLoaded>
      <WhenLoaded flow="recording">
        <RecordingBar />
      </WhenLoaded>
      <ModalHost />
      <OverlayOnTop />
    </>
  );
}

function openDialog(): HTMLElement | null {
  const dialogs = document.querySelectorAll<HTMLElement>('dialog[open]');
  return dialogs[dialogs.length - 1] ?? null;
}

const busyPlace = () =>
  openDialog() ?? document.getElementById('main')?.closest<HTMLElement>('.shell > *') ?? null;

/**
 * Blocks keys and clicks; returns a function that undoes it, including the focus. If a dialog has opened meanwhile, the focus
 * returns when it closes: its opener had lost the focus before.
 */
function occupy(place: HTMLElement): () => void {
  const { activeElement } = document;
  const focused =
    place.contains(activeElement) && activeElement instanceof HTMLElement ? activeElement : null;
  const giveBack = () => {
    if (focused?.isConnected && document.activeElement === document.body)
      focused.focus({ preventScroll: true });
  };
  place.setAttribute('aria-busy', 'true');
  place.inert = true;
  return () => {
    place.removeAttribute('aria-busy');
    place.inert = false;
    const above = openDialog();
    if (above === null || above === place) giveBack();
    else above.addEventListener('close', giveBack, { once: true });
  };
}

/** Open dialogs cover everything but popovers. */
function OverlayOnTop() {
  const { isVisible } = useLoadingOverlay();
  const veil = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = veil.current;
    if (!isVisible || !element) return;
    const place = busyPlace();
    const free = place ? occupy(place) : () => {};
    element.showPopover?.();
    return () => {
      element.hidePopover?.();
      free();
    };
  }, [isVisible]);
  return (
    <div ref={veil} className="overlay-place" popover="manual">
      <LoadingOverlay visible={isVisible} />
    </div>
  );
}
